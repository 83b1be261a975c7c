// Whether a value may be a secret by its looks: random enough, and neither a stand-in nor a name.

/** What people write where a secret would be. */
const STAND_IN =
  /example|sample|dummy|place-?holder|change[-_ ]?(?:me|this|it)|\byour?[-_ ]|^my[-_]|insert|replace[-_ ]|redacted|xxxx|\.\.\.|…|\*\*\*|[<>]|\{\{|\$\{|%\(|todo|fixme|fake|mock|foobar|foo[-_]?bar|lorem|not[-_]?(?:a|the)?[-_]?(?:real|secret|so)|[-_ ]here$|for[-_]?test|unit[-_]?test|deadbeef|0{6}|1234567890|invalid|undefined/i
/** The same for passwords, which may be words. */
const WEAK_WORD =
  /^(?:pass(?:word|wd)?|secret|token|key|admin|root|user|test|guest|postgres|mysql|redis|default|none|null|true|false|string|hunter2|qwerty|letmein|abc)[\W_]{0,3}\d{0,4}[\W_]{0,2}$|test|dummy|example|local|^dev|\bdev\b|password\d{0,4}$|secret$|passwort|contrase|^abc123|^\d+$|demo/i

/** Whether it only stands in for a secret. */
export const isStandIn = (value: string): boolean =>
  STAND_IN.test(value) || hasLongRun(value) || distinctShare(value) < LEAST_DISTINCT

/** Whether a password is only of a test or of a developer's machine. */
export const isWeakWord = (value: string): boolean => WEAK_WORD.test(value) || isStandIn(value)

const LEAST_DISTINCT = 0.13

const distinctShare = (value: string) => new Set(value).size / Math.min(value.length, MOST_COUNTED)
const MOST_COUNTED = 40

/** Characters that follow each other as in the alphabet, as nothing random has so many of. */
const LONGEST_RUN = 7

function hasLongRun(value: string): boolean {
  const text = value.toLowerCase()
  let [run, same] = [1, 1]
  for (let at = 1; at < text.length; at += 1) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1)
    run = step === 1 || step === -1 ? run + 1 : 1
    same = step === 0 ? same + 1 : 1
    if (run >= LONGEST_RUN || same >= LONGEST_RUN) return true
  }
  return false
}

/** Bits per character, by how often each occurs. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>()
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

/** Of small and capital letters, digits and signs, how many occur. */
export const kindsOfCharacters = (value: string): number =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(value)).length

const PART = /[-_.:/\s]+/
/** Letters with a number at their end or without. */
const LETTERS = /^([A-Za-z]{0,40})\d{0,4}$/
const MOST_CAPITALS = 0.34

/** A word, or words of which each begins with a capital letter. */
function isWord(part: string): boolean {
  const letters = LETTERS.exec(part)?.[1]
  if (letters === undefined) return false
  const capitals = letters.replace(/[a-z]+/g, '').length
  return capitals === letters.length || capitals <= Math.max(1, letters.length * MOST_CAPITALS)
}

/** Whether it is made of words, as names and keys of translations are. */
export const isMadeOfWords = (value: string): boolean => value.split(PART).every(isWord)

/** What is no value of its own: a reference, a path, an address, a call, a digest. */
const REFERENCE =
  /^(?:[$%@{(<[!]|env[:(.]|process\.|os\.|secrets?[/.:]|vault:|ref:|arn:|ENC[[(]|\{cipher\}|projects\/|file:|https?:|\.{0,2}\/|~\/|sha\d{1,3}[-:]|pbkdf2|argon2|scrypt|bcrypt|0x[0-9a-f]{40}$|op:\/\/|ssm:|kms:|age1|ssh-(?:rsa|ed25519)|data:|urn:)|\(|\$\{|^[\w$]{1,60}(?:\.[\w$]{1,60}){1,8}$|\.(?:pem|key|json|ya?ml|crt|txt|env|tsx?|jsx?|py|md|html?)$/i

export const isReference = (value: string): boolean => REFERENCE.test(value)

const LEAST_ENTROPY = 3.3
const LEAST_RANDOM = 16

/** Whether it looks as a key or a token does. */
export const looksRandom = (value: string): boolean =>
  value.length >= LEAST_RANDOM &&
  /[A-Za-z]/.test(value) &&
  /\d/.test(value) &&
  entropyOf(value) >= LEAST_ENTROPY &&
  !isMadeOfWords(value) &&
  !isStandIn(value)
