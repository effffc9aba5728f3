import { analyse, type Report } from 'scslre'

/** As much of a node as the rule reads. */
interface Expression {
  type: string
  regex?: { pattern: string; flags: string }
  value?: unknown
  name?: string
  callee?: Expression
  arguments?: Expression[]
}

interface Context {
  report: (problem: { message: string; node: Expression }) => void
}

/**
 * Rejects regular expressions whose time grows faster than the text: nested and overlapping quantifiers, and ones that
 * are tried again at each position. Rejects patterns made of variables too, because nothing can analyze them.
 */
const linearExpressions = {
  meta: { type: 'problem', schema: [] },
  create(context: Context) {
    const check = (node: Expression, source: string, flags: string): void => {
      const [report] = analyse({ source, flags }, { reportTypes: { Move: true }, maxReports: 1 }).reports
      if (report) context.report({ node, message: `Super-linear regular expression: ${describe(report)}` })
    }
    const checkConstructor = (node: Expression): void => {
      if (node.callee?.type !== 'Identifier' || node.callee.name !== 'RegExp') return
      const [pattern, flags] = node.arguments ?? []
      if (pattern?.regex) return
      if (typeof pattern?.value === 'string') {
        check(node, pattern.value, typeof flags?.value === 'string' ? flags.value : '')
      } else context.report({ node, message: 'Pattern of a regular expression is not a literal' })
    }
    return {
      Literal: (node: Expression) => node.regex && check(node, node.regex.pattern, node.regex.flags),
      NewExpression: checkConstructor,
      CallExpression: checkConstructor,
    }
  },
}

function describe(report: Report): string {
  const repeated = report.character.literal.source
  switch (report.type) {
    case 'Trade':
      return `${report.startQuant.raw} and ${report.endQuant.raw} both match ${repeated}`
    case 'Self':
      return `${report.quant.raw} is nested in ${report.parentQuant.raw} and matches ${repeated}`
    case 'Move':
      return `${report.quant.raw} matches ${repeated} again from each position`
  }
}

export default { meta: { name: 'rulewright' }, rules: { 'linear-expressions': linearExpressions } }
