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
  let remaining = 0
  let chunked = false

  const begin = (): boolean => {
    const end = buffered.indexOf(HEAD_END)
    if (end < 0) return false
    const head = buffered.toString('latin1', 0, end).toLowerCase()
    buffered = buffered.subarray(end + HEAD_END.length)
    const status = Number(head.slice(9, 12))
    answer = { status, errorText: '', closes: head.includes('\r\nconnection: close') }
    chunked = head.includes('\r\ntransfer-encoding: chunked')
    remaining = chunked ? -1 : Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0)
    return true
  }
  const take = (response: HttpAnswer): void => {
    const now = Math.min(remaining, buffered.length)
    if (response.status >= 300 && response.errorText.length < 300) {
      response.errorText += buffered.toString('utf8', 0, now)
    }
    buffered = buffered.subarray(now)
    remaining -= now
  }
  /** Whether the last chunk has arrived. */
  const readChunks = (response: HttpAnswer): boolean => {
    for (;;) {
      if (remaining > 0) take(response)
      if (remaining > 0) return false
      const line = buffered.indexOf('\r\n')
      if (line < 0) return false
      const length = Number.parseInt(buffered.toString('latin1', 0, line), 16)
      if (length === 0 && buffered.length < line + 4) return false
      buffered = buffered.subarray(length === 0 ? line + 4 : line + 2)
      if (length === 0) return true
      remaining = length + 2
    }
  }
  return (piece) => {
    buffered = buffered.length === 0 ? piece : Buffer.concat([buffered, piece])
    if (!answer && !begin()) return null
    if (!answer) return null
    const one: HttpAnswer = answer
    if (chunked) {
      if (!readChunks(one)) return null
    } else {
      take(one)
      if (remaining > 0) return null
    }
    answer = null
    return one
  }
}
