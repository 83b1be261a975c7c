// Classifies names and strings: those about permissions, checks and limits, and those of irreversible operations.
import { splitNameWords } from '../model-paths.js'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Words about permissions, checks, and limits of size or time. */
const SENSITIVE_WORDS = setOf(
  `auth authenticate authenticated authentication authorize authorized authorization permission permissions permit permitted
  role roles admin admins owner owned privilege privileges access allow allowed allows deny denied forbid forbidden granted
  password passwords passphrase secret secrets token tokens session sessions credential credentials cookie cookies jwt
  csrf xsrf cors origin origins login logout signature signatures sign signed verify verified verifies verification validate
  validated validator validators valid invalid check checks checked checker ensure assert asserts assertion invariant require
  required guard guards sanitize sanitized sanitizer escape escaped encrypt decrypt cipher hash hashed digest hmac salt rounds
  tls ssl cert certificate insecure secure security trust trusted unauthorized strict audit lock locked locks limit limits
  limiter quota quotas throttle max maximum timeout timeouts deadline ttl expiry expires expired expiration retry retries
  attempts attempt tries delay backoff banned blocked blocklist allowlist whitelist blacklist revoked suspended consent tenant
  balance confirm confirmed approve approved rollback transaction algorithm algorithms issuer audience nonce captcha mfa otp
  level sensitive private internal debug policy policies escalate impersonate sudo root superuser`
)

/** Operations that a small repair never adds. */
const DESTRUCTIVE_WORDS = setOf(
  `delete deletes remove removes drop destroy erase wipe purge truncate unlink rm kill exit abort exec execute eval spawn fork
  send publish charge pay refund transfer redirect upload overwrite bypass skip unsafe dangerously shutdown reset revoke grant
  disable deploy install import inject raw html`
)

/** Members that give access to arbitrary code, or hold text that is run. */
const CODE_GATEWAYS = setOf(
  `constructor __proto__ prototype __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ caller callee arguments
  call apply bind fromCharCode fromCodePoint innerHTML outerHTML insertAdjacentHTML srcdoc write writeln
  dangerouslySetInnerHTML prepareStackTrace defaultView contentWindow ownerDocument mainModule binding dlopen then catch finally
  allSettled any race defineProperty defineProperties setPrototypeOf getPrototypeOf getOwnPropertyDescriptor assign`
)

const TRAILING_S = /s$/

export const isSensitiveName = (name: string) =>
  splitNameWords(name).some((word) => SENSITIVE_WORDS.has(word))

export const isDestructive = (name: string) =>
  splitNameWords(name).some(
    (word) => DESTRUCTIVE_WORDS.has(word) || DESTRUCTIVE_WORDS.has(word.replace(TRAILING_S, ''))
  )

export const isCodeGateway = (name: string) => CODE_GATEWAYS.has(name)

/** Methods that check or narrow a list or a string; these are neither removed nor exchanged. */
const NARROWING = setOf(
  'filter every some includes slice test match startsWith endsWith freeze all has equals min max splice isArray'
)

/** Parts of a request and of its sender, which deserve different degrees of trust. */
const REQUEST_PARTS = setOf(
  `params query body headers header rawHeaders user users cookies ip ips host hostname origin url originalUrl path files form
  locals state raw session req request res response socket argv env account owner author actor caller payload input`
)

export const isRequestPart = (name: string) => REQUEST_PARTS.has(name)

export const isNarrowing = (name: string) => NARROWING.has(name)

/** Methods without side effects beyond their own object. */
const HARMLESS_METHODS = setOf(
  `at charAt charCodeAt codePointAt concat endsWith entries every filter find findIndex findLast findLastIndex flat flatMap
  get getDate getDay getFullYear getHours getMinutes getMonth getSeconds getTime getUTCDate getUTCDay getUTCFullYear
  getUTCHours getUTCMinutes getUTCMonth has includes indexOf join keys lastIndexOf localeCompare map match matchAll normalize
  padEnd padStart reduce reduceRight repeat replace replaceAll search slice some sort split startsWith substring test toFixed
  toISOString toLocaleDateString toLocaleLowerCase toLocaleString toLocaleUpperCase toLowerCase toPrecision toReversed toSorted
  toString toUpperCase trim trimEnd trimStart valueOf values reverse`
)
/** Methods that change their own object, which belongs to this code. */
const LOCAL_METHODS = setOf('push unshift add set')

export const isHarmlessMethod = (name: string) => HARMLESS_METHODS.has(name)
export const isLocalMethod = (name: string) => LOCAL_METHODS.has(name)

/** Attributes that neither link to anything nor run code. */
const HARMLESS_ATTRIBUTES = setOf(
  'class className key alt title id for htmlFor lang dir role tabIndex colSpan rowSpan'
)

export const isHarmlessAttribute = (name: string) =>
  HARMLESS_ATTRIBUTES.has(name) || /^aria-[a-z]+$/.test(name)

const SQL =
  /\b(?:select\b[^;]{1,500}\bfrom|insert\s+into|update\s+\S{1,100}\s+set|delete\s+from|drop\s+(?:table|database|schema|index)|alter\s+table|truncate|grant\s+\w+|revoke\s+\w+|union\s+select|where\s)/i
const WEAK = /^(?:\*|none|null|md5|sha-?1|des|rc4|base64|ascii|latin1|binary|javascript:.*|data:.*)$/i
const PLACE = /^(?:\/|\.\.|~|[a-z]:\\)|^[a-z][a-z+.-]*:|:\/\/|\.\.\//i
/** Addresses without a scheme, such as `example.com`, `10.0.0.1` and `::1`. */
const ADDRESS = /(?:[\w-]|^)\.[a-z]{2}|\d\.\d{1,3}\.\d|\blocalhost\b|::/i
const BLOB = /[\w+/=]{40}/

/** Why a string is not harmless by itself; undefined if it is plain words. */
export function textFault(text: string): string | undefined {
  if (SQL.test(text)) return 'The text is a statement of SQL, which nothing here reads.'
  if (PLACE.test(text) || ADDRESS.test(text)) return 'The text names a place outside of the code.'
  if (WEAK.test(text.trim()) || BLOB.test(text)) return 'The text may stand for code, data or a weaker check.'
  const isName = /^[\w$.-]+$/.test(text)
  return isName && (isSensitiveName(text) || isCodeGateway(text) || isDestructive(text))
    ? `The text “${text.slice(0, 40)}” names a right, a check or a way to other code.`
    : undefined
}

export const isSql = (text: string) => SQL.test(text)
