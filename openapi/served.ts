import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../src/lib/root.ts'
import { node } from './document/json.ts'
import { securitySchemes } from './document/security-schemes.ts'

const COMMITTED = join(ROOT, 'openapi/openapi.json')

/**
 * The OpenAPI document of a service at this address and of this name, as JSON. It is the committed one
 * (`npm run openapi`), because putting it together takes longer than all else of a start; address and name are all that
 * differs. Throws when the file is missing.
 */
export function servedDocument(baseUrl: string, serviceName: string): string {
  const document = node(JSON.parse(readFileSync(COMMITTED, 'utf8')))
  document['servers'] = [{ url: baseUrl }]
  node(document['components'])['securitySchemes'] = securitySchemes(serviceName)
  return JSON.stringify(document)
}
