import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readmeWithCommands } from './command-table.ts'

const path = fileURLToPath(new URL('../README.md', import.meta.url))

writeFileSync(path, readmeWithCommands(readFileSync(path, 'utf8')))
