import { types, type Results } from '@electric-sql/pglite'
import {
  CommandCompleteMessage,
  DataRowMessage,
  RowDescriptionMessage,
  type BackendMessage,
} from 'pg-protocol/dist/messages'

/** By type number, what makes a value of the engine's text. */
type Readers = Record<number, types.Parser>

const CHANGES = ['INSERT', 'UPDATE', 'DELETE', 'COPY', 'MERGE']

/** What a statement found, its values read by their types, and how many rows it changed. */
export function resultsOf(messages: BackendMessage[], readers: Readers): Results<Record<string, unknown>> {
  const rows: Record<string, unknown>[] = []
  let fields: Results['fields'] = []
  let affectedRows = 0
  for (const message of messages) {
    if (message instanceof DataRowMessage) rows.push(rowOf(message.fields, fields, readers))
    else if (message instanceof RowDescriptionMessage)
      fields = message.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }))
    else if (message instanceof CommandCompleteMessage) affectedRows = changedRows(message.text)
  }
  return { rows, fields, affectedRows }
}

function rowOf(
  texts: (string | null)[],
  fields: Results['fields'],
  readers: Readers,
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, { name, dataTypeID }] of fields.entries()) {
    const text = texts[index] ?? null
    const read = readers[dataTypeID] ?? types.parsers[dataTypeID]
    row[name] = text === null || read === undefined ? text : read(text, dataTypeID)
  }
  return row
}

/** By what a statement says at its end: `INSERT 0 3`, `UPDATE 3`, `SELECT 3`. */
function changedRows(said: string): number {
  const words = said.split(' ')
  return CHANGES.includes(words[0] ?? '') ? Number(words.at(-1)) : 0
}
