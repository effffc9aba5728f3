import { countCodePoints } from '../../../src/procedures/schemas/shapes.ts'

/** Length of a text after replacement: in UTF-16 units, and on request in characters. */
export interface MeasuredText {
  length: number
  codePoints: () => number
}

/** Replaces one literal text by another, and measures the result in advance. */
export interface ReplacementPlan {
  /** Returns null if the text does not occur. */
  measure: (text: string) => MeasuredText | null
  apply: (text: string) => string
}

/** Plans a replacement; `find` and `replace` are literal. */
export function planReplacement({
  find,
  replace,
  caseSensitive,
}: {
  find: string
  replace: string
  caseSensitive: boolean
}): ReplacementPlan {
  const literal = find.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  // oxlint-disable-next-line rulewright/linear-expressions -- an escaped text has no quantifiers
  const pattern = new RegExp(literal, caseSensitive ? 'gu' : 'giu')
  return {
    measure: (text) => {
      let count = 0
      let units = 0
      let characters = 0
      for (const [match] of text.matchAll(pattern)) {
        count += 1
        units += match.length
        characters += countCodePoints(match)
      }
      if (count === 0) return null
      return {
        length: text.length - units + count * replace.length,
        codePoints: () => countCodePoints(text) - characters + count * countCodePoints(replace),
      }
    },
    apply: (text) => text.replaceAll(pattern, () => replace),
  }
}
