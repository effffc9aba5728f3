import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfStale, isBuilderInstalled } from './launch.ts'
import { ROOT } from './lib/root.ts'

/** The C++ headers of Node.js (67 MB): no package compiles against them. */
const HEADERS = 'node_modules/node/node_modules/node-*/include'
/** A peer dependency of tRPC, used only for its types (31 MB). */
const TYPESCRIPT = ['node_modules/typescript', 'node_modules/@typescript']

/** Runs after `npm install`: deletes unused files and builds. Without it, the first start builds. */
const unused = isBuilderInstalled() ? [HEADERS] : [HEADERS, ...TYPESCRIPT]
for (const path of globSync(unused, { cwd: ROOT })) rmSync(join(ROOT, path), { recursive: true })
buildIfStale(['service', 'web'])
