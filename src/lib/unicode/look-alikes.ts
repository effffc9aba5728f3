/**
 * Detection of look-alike and invisible characters (UTS 39), with the Unicode data of the JavaScript engine. Every
 * pattern reads a character class at a time, so the work is linear in the length of the text.
 */

/** Characters that every script uses. */
const SHARED = /[\p{scx=Common}\p{scx=Inherited}]/gu

/** Scripts that one word may use: one script, or a combination of the UTS 39 level "highly restrictive". */
const SCRIPTS = [
  /^\p{scx=Latin}*$/u,
  /^\p{scx=Cyrillic}*$/u,
  /^\p{scx=Greek}*$/u,
  /^\p{scx=Armenian}*$/u,
  /^\p{scx=Georgian}*$/u,
  /^\p{scx=Hebrew}*$/u,
  /^\p{scx=Arabic}*$/u,
  /^\p{scx=Syriac}*$/u,
  /^\p{scx=Thaana}*$/u,
  /^\p{scx=Nko}*$/u,
  /^\p{scx=Devanagari}*$/u,
  /^\p{scx=Bengali}*$/u,
  /^\p{scx=Gurmukhi}*$/u,
  /^\p{scx=Gujarati}*$/u,
  /^\p{scx=Oriya}*$/u,
  /^\p{scx=Tamil}*$/u,
  /^\p{scx=Telugu}*$/u,
  /^\p{scx=Kannada}*$/u,
  /^\p{scx=Malayalam}*$/u,
  /^\p{scx=Sinhala}*$/u,
  /^\p{scx=Thai}*$/u,
  /^\p{scx=Lao}*$/u,
  /^\p{scx=Tibetan}*$/u,
  /^\p{scx=Myanmar}*$/u,
  /^\p{scx=Khmer}*$/u,
  /^\p{scx=Ethiopic}*$/u,
  /^\p{scx=Cherokee}*$/u,
  /^\p{scx=Mongolian}*$/u,
  /^\p{scx=Canadian_Aboriginal}*$/u,
  /^\p{scx=Tifinagh}*$/u,
  /^\p{scx=Balinese}*$/u,
  /^\p{scx=Javanese}*$/u,
  /^\p{scx=Sundanese}*$/u,
  /^\p{scx=Yi}*$/u,
  /^\p{scx=Vai}*$/u,
  /^\p{scx=Adlam}*$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]*$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Bopomofo}]*$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hangul}]*$/u,
]

/** True if a text mixes scripts that no language mixes, so that it can imitate another text. */
export function mixesScripts(text: string): boolean {
  const letters = text.replaceAll(SHARED, '')
  return !SCRIPTS.some((script) => script.test(letters))
}

/** True if a text mixes European digits with those of another script. */
export function mixesDigits(text: string): boolean {
  return /[0-9]/.test(text) && /(?![0-9])\p{Nd}/u.test(text)
}

/** Compatibility forms of ASCII letters and digits: mathematical, full-width, small capitals. */
const COMPATIBLE = /(?![\p{ASCII}ªº])[\p{L}\p{Nd}]/gu
const TECHNICAL = /[ɑɡɢɩɪɴʀʏʙʜʟᴀ-ᶿ]/u

/** True if a text has a letter or digit that imitates an ASCII one in the same script. */
export function imitatesAscii(text: string): boolean {
  if (TECHNICAL.test(text)) return true
  return (text.match(COMPATIBLE) ?? []).some((character) => /^[A-Za-z0-9]/.test(character.normalize('NFKC')))
}

/** Matches words of only Cyrillic and Greek letters that look like Latin ones. */
const LATIN_SHAPES = /^[асԁеһіјӏорԛѕухѵԝАВСЕҺІЈКМНОРЅТУҮХԌԚԜԁкοανυιρκϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ\p{M}\p{Nd}]+$/u

/** True if a word in another script can be read as Latin. */
export function readsAsLatin(word: string): boolean {
  return /\p{L}/u.test(word) && !/\p{Script=Latin}/u.test(word) && LATIN_SHAPES.test(word)
}

/** Characters that are invisible or look blank, including line and paragraph separators. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u2800\u{1d159}]/gu

/** Joiners between two letters that Arabic, Persian and Indic spelling needs. */
const JOINERS =
  /(?<=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])[\u200c\u200d](?=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])/gu

/** True if a text has an invisible character that neither spelling nor emoji need. */
export function hasInvisible(text: string): boolean {
  return removeInvisible(text) !== text
}

/** Removes invisible characters, except joiners in words and in emoji. */
export function removeInvisible(text: string): string {
  return text
    .split(/(\p{RGI_Emoji})/v)
    .map((part, index) => (index % 2 === 1 ? part : removeFrom(part)))
    .join('')
}

function removeFrom(part: string): string {
  const joiners = new Set([...part.matchAll(JOINERS)].map(({ index }) => index))
  return part.replaceAll(INVISIBLE, (character, offset: number) => (joiners.has(offset) ? character : ''))
}

/** True if a letter has more combining marks than any orthography uses (UTS 39, section 5.4). */
export function stacksMarks(text: string): boolean {
  return /\p{Mn}{5}/u.test(text.normalize('NFD'))
}
