import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../src/lib/root.ts'
import { toNode } from './document/json.ts'
import { buildSecuritySchemes } from './document/security-schemes.ts'

const COMMITTED = join(ROOT, 'openapi/openapi.json')

/**
 * Returns the committed OpenAPI document (`npm run openapi`) as JSON, with this URL and service name; building it would
 * dominate the startup time. Throws if the file is missing.
 */
export function buildServedDocument(baseUrl: string, serviceName: string): string {
  const document = toNode(JSON.parse(readFileSync(COMMITTED, 'utf8')))
  document['servers'] = [{ url: baseUrl }]
  toNode(document['components'])['securitySchemes'] = buildSecuritySchemes(serviceName)
  return JSON.stringify(document)
}
