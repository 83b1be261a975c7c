// Secrets by the name that they are given: a guess, which is as good as the value looks random.
import type { SecretLikeness } from './found.js'
import {
  entropyOf,
  isMadeOfWords,
  isReference,
  isStandIn,
  isWeakWord,
  kindsOfCharacters,
  looksRandom
} from './likeness.js'

/** A name, its type if the language states one, and a value in quotes. */
const IN_QUOTES =
  /(passw(?:or)?d|passphrase|(?<![a-z])pass|(?:db|smtp|mail|ftp|user|admin|root)pass|pwd|secret(?:[_-]?(?:access)?[_-]?key)?|token|api[_-]?key|access[_-]?key|auth[_-]?key|account[_-]?key|private[_-]?key|(?:en|de)cryption[_-]?key|signing[_-]?key|master[_-]?key|license[_-]?key|credentials?|salt|connection[_-]?string)["'\])]{0,3}(?:\s{0,3}:?\s{0,3}(?:string|str|String|&'?\w{0,10} ?str|std::string|char\*?|CharSequence)(?:\[\])?)?\s{0,12}(?::=|=>|={1,3}|!==?|[:,(]|\s(?="))\s{0,4}(?:[brfu@]|new String\(|String\()?["'`]([^"'`\s]{6,300})["'`]/i
/** The same in files of settings, where values have no quotes. */
const BARE =
  /(passw(?:or)?d|passphrase|(?<![a-z])pass|(?:db|smtp|mail|ftp|user|admin|root)pass|pwd|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|secret[_-]?key|master[_-]?key|_auth)["']?\s{0,8}[:=]\s{0,8}["']?([^\s"'#,;]{6,300})["']?\s{0,20}(?:#.{0,200})?,?$/i
const OF_SETTINGS =
  /(?:^|\/)\.env[\w.-]{0,30}$|\.(?:env|properties|ini|cfg|conf|ya?ml|toml|tfvars|sh|bash|zsh|ps1|envrc|npmrc|pypirc|netrc|hcl|tf)$|(?:^|\/)\.?(?:npmrc|yarnrc|netrc|pypirc|envrc|credentials|Dockerfile[\w.-]{0,20}|config)$/i
const ON_COMMAND_LINE = /\s--?(?:passw(?:or)?d|token|api-?key|secret|pass)[= ]["']?([^\s"'$<{`]{8,200})/i
/** Connection strings of .NET, JDBC and the like. */
const IN_CONNECTION =
  /\b(?:Server|Data Source|Host|AccountName|Endpoint|User Id|Uid|Username|user)=[^;"']{1,120};.{0,200}?\b(?:Password|Pwd)=([^;"'\s]{4,100})/i

/** A name and a password as they are handed to what signs in. */
const IN_CALL =
  /\b(?:\w{0,20}BasicAuth|login|log_in|sign_?in|authenticate|connect|credentials?|UsernamePasswordCredentials|auth)\s?[=(:]\s?[([]?\s?["'`][^"'`\n]{1,80}["'`],\s?["'`]([^"'`\s]{8,100})["'`]/i

const PASSWORD_NAME = /pass|pwd/i
/** Names of values that everybody may know. */
const PUBLIC_NAME =
  /(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|PUBLIC)_|public|publishable|anon|csrf|xsrf|(?:page|next|continuation|cursor|sync|cancel\w{0,8}|refresh_?page|design|mint|site|test|dummy|mock|fake|example)[_-]?(?:token|key|secret)|token[_-]?(?:type|name|url|uri|address|symbol|id|limit|count)|key[_-]?(?:id|name|path|file)|client[_-]?id|placeholder|label|hint|message|description|regex|pattern/i

export function namedSecretIn(text: string, path: string): SecretLikeness | undefined {
  const quoted = IN_QUOTES.exec(text)
  if (quoted) return judged(nameBefore(text, quoted), quoted[2] ?? '')
  const bare = OF_SETTINGS.test(path) ? BARE.exec(text) : null
  const connection = IN_CONNECTION.exec(text)
  if (bare && !connection) return judged(nameBefore(text, bare), bare[2] ?? '')
  const value = (connection ?? IN_CALL.exec(text) ?? ON_COMMAND_LINE.exec(text))?.[1]
  return value === undefined ? undefined : judged('password', value)
}

/** With what stands before the telling word: a public token is none. */
const nameBefore = (text: string, { index, 1: word = '' }: RegExpExecArray) =>
  (/[\w.-]{0,40}$/.exec(text.slice(Math.max(0, index - 40), index))?.[0] ?? '') + word

function judged(name: string, value: string): SecretLikeness | undefined {
  if (PUBLIC_NAME.test(name) || isReference(value) || isStandIn(value)) return undefined
  return PASSWORD_NAME.test(name) ? asPassword(value) : asKey(name, value)
}

const STRONG_KINDS = 3
const LONG_PASSWORD = 20

function asPassword(value: string): SecretLikeness | undefined {
  if (isWeakWord(value) || (isMadeOfWords(value) && !/\d/.test(value))) return undefined
  const kinds = kindsOfCharacters(value)
  const isStrong = kinds >= STRONG_KINDS && value.length >= 8
  if (!isStrong && kinds < 2) return undefined
  return guess('A password in the code', value, isStrong || looksRandom(value) ? 0.7 : 0.45)
}

const LEAST_SHORT_KEY = 12

function asKey(name: string, value: string): SecretLikeness | undefined {
  const what = /token/i.test(name) ? 'A token in the code' : 'A secret key in the code'
  if (looksRandom(value)) return guess(what, value, value.length >= LONG_PASSWORD ? 0.75 : 0.65)
  const isShort = value.length >= LEAST_SHORT_KEY && kindsOfCharacters(value) >= STRONG_KINDS
  if (isShort && entropyOf(value) >= 3 && !isWeakWord(value) && !isMadeOfWords(value))
    return guess(what, value, 0.5)
  return undefined
}

/** Only a value that is random without doubt is worth to stop for. */
const SURE = 0.6

const guess = (name: string, value: string, confidence: number): SecretLikeness => ({
  name,
  value,
  severity: confidence >= SURE ? 'high' : 'medium',
  confidence,
  isOfIssuer: false
})
