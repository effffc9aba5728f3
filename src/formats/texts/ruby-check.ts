import { BlockNode, CallNode, loadPrism } from '@ruby/prism'

/** Loads the parser of Ruby, and answers whether a text is one control and nothing else. */
export async function loadControlCheck(): Promise<(text: string) => Promise<boolean>> {
  let parse = await loadPrism()
  return async (text) => {
    try {
      const { value, errors } = parse(text)
      const [node, ...others] = value.statements.body
      const isControl = node instanceof CallNode && node.receiver === null && node.name === 'control'
      return errors.length === 0 && isControl && node.block instanceof BlockNode && others.length === 0
    } catch (error) {
      // Nesting without end overflows the parser, whose memory is then not to be trusted.
      if (!(error instanceof Error)) throw error
      parse = await loadPrism()
      return false
    }
  }
}
