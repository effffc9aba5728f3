/** As much of a node as the rules read. */
interface Node {
  name?: string
  id?: Node
  type: string
  callee?: Node
  object?: Node
  arguments?: (Node & { value?: unknown; quasis?: { value: { cooked: string } }[] })[]
}

interface Comment {
  type: string
  value: string
  loc: unknown
}

interface Context {
  filename: string
  report: (problem: { message: string; node?: Node | Comment }) => void
  sourceCode: { getAllComments: () => Comment[] }
}

/** Words that say nothing about the subject. */
const VAGUE_TYPES = new Set(
  (
    'Found Given Taken Held Told Place Line Room Turn Known Kept Said Sent Made Seen Ground Work Once Outlet Deed ' +
    'About Before Built First Later Many Near Shown'
  ).split(' '),
)

/** A type that is only a participle, such as `Stored`; the listed words are nouns. */
const PARTICIPLE = /^(?!(?:Encoding|Finding|Heading|Meaning|Setting|Tracing)$)[A-Z][a-z]+(?:ed|ing)$/

const MAX_COMMENT_LINES = 3

/** Prepositions and relative words that leave a test title without a subject. */
const FRAGMENT =
  /^(?:that|about|after|against|among|at|before|behind|beside|between|by|during|for|from|in|of|on|over|through|to|under|until|with|within|without|whoever|whose) /

/** Lines of prose: tags such as `@throws`, and the delimiters, do not count. */
function countProseLines(text: string): number {
  return text.split('\n').filter((line) => /[^\s*]/.test(line) && !/^\s*\*?\s*@/.test(line)).length
}

const comments = {
  meta: { type: 'suggestion', schema: [] },
  create(context: Context) {
    return {
      Program() {
        // Migrations are not edited once they are committed.
        if (context.filename.includes('/migrations/')) return
        for (const comment of context.sourceCode.getAllComments()) {
          const { type, value } = comment
          if (type !== 'Block' || !value.startsWith('*')) continue
          if (/^\*\s*(?:\*\s*)?The same\b/.test(value)) {
            context.report({ message: 'Say what it does, not "The same".', node: comment })
          }
          if (countProseLines(value) > MAX_COMMENT_LINES) {
            context.report({ message: `A comment has at most ${MAX_COMMENT_LINES} lines.`, node: comment })
          }
        }
      },
    }
  },
}

const typeNames = {
  meta: { type: 'suggestion', schema: [] },
  create(context: Context) {
    const check = ({ id }: Node): void => {
      if (id?.name !== undefined && (VAGUE_TYPES.has(id.name) || PARTICIPLE.test(id.name))) {
        context.report({ message: `A type is a noun of the subject, not ${id.name}.`, node: id })
      }
    }
    return { TSInterfaceDeclaration: check, TSTypeAliasDeclaration: check, ClassDeclaration: check }
  },
}

const testTitles = {
  meta: { type: 'suggestion', schema: [] },
  create(context: Context) {
    return {
      CallExpression(node: Node) {
        let called = node.callee
        while (called && called.type !== 'Identifier') called = called.object ?? called.callee
        if (called?.name !== 'it' && called?.name !== 'test') return
        const [title] = node.arguments ?? []
        const text = typeof title?.value === 'string' ? title.value : title?.quasis?.[0]?.value.cooked
        if (title && text !== undefined && FRAGMENT.test(text)) {
          context.report({ message: 'A test title is a sentence with a subject.', node: title })
        }
      },
    }
  },
}

export default {
  meta: { name: 'plain' },
  rules: { comments, 'type-names': typeNames, 'test-titles': testTitles },
}
