/** A repeatable source of numbers in 0..1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

const OPENINGS = [
  'The check',
  'This fix',
  'Our team finds that the check',
  'The requirement',
  'The rationale',
  'Step two',
]
const SUBJECTS = [
  'password length',
  'audit retention',
  'the idle timeout',
  'kernel modules',
  'the banner text',
  'cipher suites',
  'file ownership',
  'log rotation',
  'the lockout counter',
  'the package list',
  'session tokens',
  'time synchronisation',
]
const VERBS = [
  'does not say how',
  'should name',
  'contradicts',
  'repeats',
  'leaves out',
  'needs an example for',
  'is stricter than',
  'cannot be tested with',
]
const OBJECTS = [
  'the container image',
  'clusters with several masters',
  'the vendor guide',
  'appliances without a shell',
  'read-only systems',
  'the version that ships today',
  'a site with its own directory',
  'offline installations',
  'virtual machines',
  'the cloud service',
]
const CLOSINGS = [
  'Please add a note.',
  'A table would help.',
  'Consider severity low.',
  'We saw this in the field.',
  'See the vendor manual.',
  'The wording could be shorter.',
]
const TOPICS = ['port', 'page', 'ticket', 'node', 'build', 'section', 'paragraph', 'release']

function pick<T>(random: () => number, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** A realistic comment; different comments share phrases but not their meaning. */
export function createComment(random: () => number): string {
  const createSentence = () =>
    `${pick(random, OPENINGS)} on ${pick(random, SUBJECTS)} ${pick(random, VERBS)} ${pick(random, OBJECTS)}`
  const number = Math.floor(random() * 90_000) + 10_000
  return `${createSentence()}. ${createSentence()}, ${pick(random, TOPICS)} ${number}. ${pick(random, CLOSINGS)}`
}

/** A text with a few typing errors. */
export function withTypos(random: () => number, text: string, count = 3): string {
  const letters = Array.from(text)
  for (let slip = 0; slip < count; slip += 1) {
    const index = Math.floor(random() * (letters.length - 1))
    const letter = letters[index] ?? ''
    const next = letters[index + 1] ?? ''
    const kind = random()
    if (kind < 0.34) letters.splice(index, 1)
    else if (kind < 0.67) letters.splice(index, 2, next, letter)
    else letters.splice(index, 0, letter)
  }
  return letters.join('')
}

/** Quotes the text and adds a word. */
export function quoted(random: () => number, text: string): string {
  return `> ${text}\n\nI agree with this. ${pick(random, CLOSINGS)}`
}

/** Other words for the phrases above. */
const OTHER_WORDS: readonly [string, string][] = [
  ['Our team finds that the check', 'As far as we can tell, verification'],
  ['The check', 'Verification'],
  ['This fix', 'The remedy given'],
  ['The requirement', 'What is demanded'],
  ['The rationale', 'The reasoning'],
  ['Step two', 'The second step'],
  ['does not say how', 'is silent about the way'],
  ['should name', 'ought to mention'],
  ['contradicts', 'is at odds with'],
  ['repeats', 'says again what stands in'],
  ['leaves out', 'omits'],
  ['needs an example for', 'would be clearer with a sample of'],
  ['is stricter than', 'goes further than'],
  ['cannot be tested with', 'defies any test on'],
]

/** A paraphrase: other words, sentences in reverse order, another closing. */
export function paraphrase(random: () => number, text: string): string {
  const [first = '', second = ''] = text.split('. ')
  const other = `${second}. ${first}. ${pick(random, CLOSINGS)}`
  return OTHER_WORDS.reduce((text, [words, replacement]) => text.replaceAll(words, replacement), other)
}
