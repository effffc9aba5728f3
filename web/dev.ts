import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/** `npm run dev`: the service on port 3000, restarted on change, and Vite on port 5173 in front of it. */
const server = fileURLToPath(new URL('../src/server.ts', import.meta.url))
const service = spawn(process.execPath, ['--watch', server], {
  stdio: 'inherit',
  env: { ...process.env, PORT: '3000' },
})
const vite = await createServer({ configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)) })
await vite.listen()
vite.printUrls()

const end = async () => {
  service.kill('SIGTERM')
  await vite.close()
  process.exit(0)
}
process.on('SIGINT', () => void end())
process.on('SIGTERM', () => void end())
service.on('exit', () => void end())
