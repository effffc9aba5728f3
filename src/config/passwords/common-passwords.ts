/** Common words that people extend to fifteen characters by repeating them or adding digits and symbols. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'password passwort passphrase passcode pass passwd motdepasse contrasena secret topsecret letmein welcome changeme ' +
    'changeit default admin administrator root superuser sysadmin login guest test testing tester user username qwerty ' +
    'azerty qwertz dragon monkey football baseball basketball soccer hockey superman batman starwars master shadow ' +
    'sunshine princess iloveyou trustno hello whatever freedom computer internet server database system windows linux ' +
    'oracle cisco juniper spring summer autumn winter january february march april june july august september october ' +
    'november december monday tuesday wednesday thursday friday saturday sunday company security government defense ' +
    'army navy airforce marines america stig srg vulcan'
  ).split(' '),
)

/** Ascending runs of the alphabet, digits and keyboard rows; descending runs are checked in reverse. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  '012345678901234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'a1b2c3d4e5f6g7h8i9j0',
  'qazwsxedcrfvtgbyhnujmikolp',
]
const ALL_RUNS = [...RUNS, ...RUNS.map((run) => Array.from(run).toReversed().join(''))]

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
}

/** Creates the list of additional words and passwords, which may have millions of entries. */
export function createBlocklist(entries: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(entries, (entry) => normalizeCase(entry).trim()).filter((entry) => entry !== ''))
}

function normalizeCase(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/**
 * True for passwords that attackers guess first, whatever their length (ASVS 6.2.4 and 6.2.11, rule A-25): common
 * words, repeated or padded with digits and symbols; words of `context`; keyboard runs; at most three characters, repeated; entries
 * of `blocklist`.
 */
export function isGuessable(
  password: string,
  blocklist: ReadonlySet<string>,
  context: readonly string[],
): boolean {
  const plain = normalizeCase(password)
  if (blocklist.has(plain) || isRepeated(plain, 3)) return true
  const personalWords = context
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}]+/u))
    .filter((word) => word.length >= 3)
  const isCommon = (word: string) => COMMON_WORDS.has(word) || blocklist.has(word)
  return findCores(plain).some(
    (core) =>
      isRun(core) ||
      listRepeatedPieces(core).some(isCommon) ||
      (personalWords.length > 0 && isMadeOfWords(core, personalWords)),
  )
}

/** Returns the password without its padding in several readings: as typed, and with lookalikes as letters. */
function findCores(plain: string): string[] {
  const readings = [plain]
  const letter = [...plain.matchAll(/\p{L}/gu)]
  const [first, last] = [letter[0]?.index ?? -1, matchEnd(letter.at(-1))]
  if (first >= 0) {
    readings.push(readLookalikes(plain.slice(first, last), isBetweenLetters))
    for (const start of [first, first - 1]) {
      for (const end of [last, last + 1, last + 2]) {
        readings.push(readLookalikes(plain.slice(Math.max(start, 0), end)))
      }
    }
  }
  const letters = readings.map((reading) => reading.replace(/[^\p{L}]+/gu, ''))
  return [...new Set([...letters, plain.replace(/[^\p{L}0-9]+/gu, '')])].filter((core) => core.length >= 4)
}

function matchEnd(match: RegExpExecArray | undefined): number {
  return match ? match.index + match[0].length : 0
}

function readLookalikes(
  text: string,
  isReplaced: (text: string, offset: number) => boolean = () => true,
): string {
  return text.replace(/[^a-z]/g, (character, offset: number) =>
    isReplaced(text, offset) ? (LOOKALIKES[character] ?? character) : character,
  )
}

function isBetweenLetters(text: string, offset: number): boolean {
  return /\p{L}/u.test(text.charAt(offset - 1)) && /\p{L}/u.test(text.charAt(offset + 1))
}

/** True if the core consists only of runs of four or more characters. */
function isRun(core: string): boolean {
  const lengths = (offset: number) => {
    const runLengths: number[] = []
    for (let length = 4; offset + length <= core.length; length += 1) {
      if (!ALL_RUNS.some((run) => run.includes(core.slice(offset, offset + length)))) break
      runLengths.push(length)
    }
    return runLengths
  }
  return core.length >= 6 && isCovered(core.length, lengths)
}

/** Returns each piece that makes up the core, once or repeated. Thus a core needs no comparison with every word. */
function listRepeatedPieces(core: string): string[] {
  const pieces: string[] = []
  for (let count = 1; count <= core.length; count += 1) {
    const piece = core.slice(0, core.length / count)
    if (piece.repeat(count) === core) pieces.push(piece)
  }
  return pieces
}

/** True if the core consists only of these words, in any number. */
function isMadeOfWords(core: string, words: readonly string[]): boolean {
  return isCovered(core.length, (index) =>
    words.filter((word) => core.startsWith(word, index)).map((word) => word.length),
  )
}

/** True if pieces, with the lengths that are possible at each position, cover the range exactly. */
function isCovered(length: number, piecesAt: (offset: number) => number[]): boolean {
  const reached = new Set([0])
  for (let offset = 0; offset < length; offset += 1) {
    if (reached.has(offset)) for (const piece of piecesAt(offset)) reached.add(offset + piece)
  }
  return reached.has(length)
}

/** True if the text repeats one piece of at most `longest` characters. */
function isRepeated(plain: string, longest: number): boolean {
  for (let length = 1; length <= longest && length * 2 <= plain.length; length += 1) {
    if (
      plain
        .slice(0, length)
        .repeat(Math.ceil(plain.length / length))
        .startsWith(plain)
    ) {
      return true
    }
  }
  return false
}
