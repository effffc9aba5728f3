/**
 * Detection of look-alike and invisible characters (UTS 39), with the Unicode data of the JavaScript engine. Every
 * pattern reads a character class at a time, so the work is linear in the length of the text.
 */

/** Characters that every script uses. */
const SHARED = /[\p{scx=Common}\p{scx=Inherited}]/gu

/** What one word may use: a script of a living language, or the sets that UTS 39 lets mix ("highly restrictive"). */
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

/** Whether a text mixes scripts that no language mixes, so that it can imitate another text. */
export function mixesScripts(text: string): boolean {
  const own = text.replaceAll(SHARED, '')
  return !SCRIPTS.some((script) => script.test(own))
}

/** Whether a text mixes European digits with those of another script. */
export function mixesDigits(text: string): boolean {
  return /[0-9]/.test(text) && /(?![0-9])\p{Nd}/u.test(text)
}

/** Letters and digits that are another form of an ASCII one: mathematical, full-width, small capitals. */
const COMPATIBLE = /(?![\p{ASCII}ªº])[\p{L}\p{Nd}]/gu
const TECHNICAL = /[ɑɡɢɩɪɴʀʏʙʜʟᴀ-ᶿ]/u

/** Whether a text has a letter or digit that imitates an ASCII one of its own script. */
export function imitatesAscii(text: string): boolean {
  if (TECHNICAL.test(text)) return true
  return (text.match(COMPATIBLE) ?? []).some((character) => /^[A-Za-z0-9]/.test(character.normalize('NFKC')))
}

/** Cyrillic and Greek letters that look like Latin ones; a word of nothing else can be read as Latin. */
const LATIN_SHAPES = /^[асԁеһіјӏорԛѕухѵԝАВСЕҺІЈКМНОРЅТУҮХԌԚԜԁкοανυιρκϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ\p{M}\p{Nd}]+$/u

/** Whether a word in another script can be read as a Latin one. */
export function readsAsLatin(word: string): boolean {
  return /\p{L}/u.test(word) && !/\p{Script=Latin}/u.test(word) && LATIN_SHAPES.test(word)
}

/** Characters without a shape of their own, or that look blank. The blanks of line and paragraph are among them. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u2800\u{1d159}]/gu

/** Joiners that Arabic, Persian and Indic spelling needs between two letters. */
const JOINERS =
  /(?<=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])[\u200c\u200d](?=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])/gu

/** Whether a text has an invisible character that no spelling and no emoji needs. */
export function hasInvisible(text: string): boolean {
  return withoutInvisible(text) !== text
}

/** Removes invisible characters, except joiners inside of words and those of emoji. */
export function withoutInvisible(text: string): string {
  return text
    .split(/(\p{RGI_Emoji})/v)
    .map((part, at) => (at % 2 === 1 ? part : removeFrom(part)))
    .join('')
}

function removeFrom(part: string): string {
  const joiners = new Set([...part.matchAll(JOINERS)].map(({ index }) => index))
  return part.replaceAll(INVISIBLE, (character, offset: number) => (joiners.has(offset) ? character : ''))
}

/** More marks on one letter than any orthography uses (UTS 39, section 5.4). */
export function stacksMarks(text: string): boolean {
  return /\p{Mn}{5}/u.test(text.normalize('NFD'))
}
