import { createElement, Fragment, type ReactNode } from 'react'
import { translate, type Names, type PluralText } from './t.ts'

type Tags<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | Tags<Rest>
  : never
type Element = (inner: ReactNode) => ReactNode
type Values<Text extends string> = Record<Names<Text>, ReactNode> & Record<Tags<Text>, Element>

/**
 * Translates an English text with elements: `{name}` is replaced by a node, and `<name>words</name>` by the result of a
 * function of these words.
 */
export function rich<const Text extends string>(text: Text, values: Values<Text>): ReactNode
export function rich<const One extends string, const Other extends string>(
  text: PluralText<One, Other>,
  values: Values<One | Other>,
): ReactNode
export function rich(text: string | PluralText, values: Record<string, ReactNode | Element>): ReactNode {
  return build(translate(text).split(/(\{\w+\}|<\/?\w+>)/), values)
}

/** Takes pieces until the end of the element with this name. */
function build(
  pieces: string[],
  values: Record<string, ReactNode | Element>,
  element: string | null = null,
): ReactNode {
  const nodes: ReactNode[] = []
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    if (piece === `</${element}>`) break
    const name = /^[{<](\w+)[}>]$/.exec(piece)?.[1]
    const value = name === undefined ? piece : values[name]
    nodes.push(typeof value === 'function' ? value(build(pieces, values, name)) : value)
  }
  return createElement(Fragment, null, ...nodes)
}
