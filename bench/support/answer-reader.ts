/** One HTTP answer of a connection. Bodies are skipped, except the beginning of an error. */
export interface HttpAnswer {
  status: number
  /** The beginning of an error body. */
  errorText: string
  /** Whether the server closes the connection. */
  closes: boolean
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** Creates a parser that receives chunks and returns an answer once it is complete. Does not support pipelining. */
export function createAnswerReader(): (piece: Buffer) => HttpAnswer | null {
  let buffered: Buffer = Buffer.alloc(0)
  let answer: HttpAnswer | null = null
  /** The remaining bytes of the body, or of the chunk with its line end; -1 if a chunk length comes next. */
  let left = 0
  let chunked = false

  const begin = (): boolean => {
    const end = buffered.indexOf(HEAD_END)
    if (end < 0) return false
    const head = buffered.toString('latin1', 0, end).toLowerCase()
    buffered = buffered.subarray(end + HEAD_END.length)
    const status = Number(head.slice(9, 12))
    answer = { status, errorText: '', closes: head.includes('\r\nconnection: close') }
    chunked = head.includes('\r\ntransfer-encoding: chunked')
    left = chunked ? -1 : Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0)
    return true
  }
  const take = (one: HttpAnswer): void => {
    const now = Math.min(left, buffered.length)
    if (one.status >= 300 && one.errorText.length < 300) one.errorText += buffered.toString('utf8', 0, now)
    buffered = buffered.subarray(now)
    left -= now
  }
  /** Whether the last chunk has arrived. */
  const chunks = (one: HttpAnswer): boolean => {
    for (;;) {
      if (left > 0) take(one)
      if (left > 0) return false
      const line = buffered.indexOf('\r\n')
      if (line < 0) return false
      const length = Number.parseInt(buffered.toString('latin1', 0, line), 16)
      if (length === 0 && buffered.length < line + 4) return false
      buffered = buffered.subarray(length === 0 ? line + 4 : line + 2)
      if (length === 0) return true
      left = length + 2
    }
  }
  return (piece) => {
    buffered = buffered.length === 0 ? piece : Buffer.concat([buffered, piece])
    if (!answer && !begin()) return null
    if (!answer) return null
    const one: HttpAnswer = answer
    if (chunked) {
      if (!chunks(one)) return null
    } else {
      take(one)
      if (left > 0) return null
    }
    answer = null
    return one
  }
}
