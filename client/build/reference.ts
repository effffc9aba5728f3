import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { insertCommands } from './command-table.ts'

const path = fileURLToPath(new URL('../README.md', import.meta.url))

writeFileSync(path, insertCommands(readFileSync(path, 'utf8')))
