import { BlockNode, CallNode, loadPrism } from '@ruby/prism'

/** Loads the Ruby parser; returns a check whether a text is exactly one control. */
export async function loadControlCheck(): Promise<(text: string) => Promise<boolean>> {
  let parse = await loadPrism()
  return async (text) => {
    try {
      const { value, errors } = parse(text)
      const [node, ...others] = value.statements.body
      const isControl = node instanceof CallNode && node.receiver === null && node.name === 'control'
      return errors.length === 0 && isControl && node.block instanceof BlockNode && others.length === 0
    } catch (error) {
      // Extreme nesting overflows the parser, whose memory can then be corrupt.
      if (!(error instanceof Error)) throw error
      parse = await loadPrism()
      return false
    }
  }
}
