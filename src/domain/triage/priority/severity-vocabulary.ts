// Subjects and objects in titles of severe issues, as alternatives for the patterns.

export const anyWord = (...words: readonly string[]) => `(?:${words.join('|')})`
/** Up to this many words in between. */
export const wordGap = (most: number) => `(?: [^ ]{1,40}){0,${most}}`

export const DATA = anyWord(
  '(?:user |customer |production |local )?data',
  'files?',
  'folders?',
  'director(?:y|ies)',
  'databases?',
  'tables?',
  'rows?',
  'records?',
  'documents?',
  'projects?',
  'repositor(?:y|ies)',
  'accounts',
  'backups?',
  'contacts?',
  'messages?',
  'e?mails',
  'transactions?',
  'orders?',
  'photos?',
  'index(?:es)?',
  'volumes?',
  'disks?',
  'partitions?',
  'wal',
  'work',
  'history',
  'notes?',
  'entr(?:y|ies)',
  'writes',
  'funds',
  'balances?',
  'attachments?',
  'uploads',
  'drafts',
  'columns?',
  'file ?systems?',
  'wallets?',
  'everything',
  'comments',
  'customers',
  'mailbox(?:es)?'
)
export const SECRET = anyWord(
  'passwords?',
  'passphrases?',
  'tokens?',
  'secrets?',
  'credentials?',
  '(?:api|private|ssh|encryption|signing) keys?',
  'session (?:cookies?|ids?)',
  '(?:credit )?card numbers?',
  '(?:customer|user|personal|private|patient) (?:data|details|information|invoices|files|addresses|records)',
  'pii',
  'private (?:repositor(?:y|ies)|repos|messages|projects|issues)'
)
export const OTHERS = anyWord(
  'other',
  'another',
  'different',
  'wrong',
  'someone else',
  "someone else's",
  'foreign'
)
export const PARTY = anyWord(
  'users?',
  "users?'s?",
  'customers?',
  'tenants?',
  'accounts?',
  'compan(?:y|ies)',
  'organi[sz]ations?',
  'persons?',
  'people',
  'teams?',
  'clients?'
)
export const ANYBODY = anyWord(
  'any(?:one|body)',
  'every(?:one|body)',
  'any user',
  'every user',
  'all users',
  'the public',
  'attackers?',
  'an attacker',
  'unauthenticated (?:users?|clients?|visitors?)',
  'anonymous (?:users?|visitors?)',
  'guests?',
  'viewers?',
  'strangers'
)
/** Things that ended and must not continue. */
export const FORMER = anyWord(
  'old',
  'revoked',
  'expired',
  'deleted',
  'removed',
  'former',
  'disabled',
  'banned',
  'suspended'
)
export const SYSTEM = anyWord(
  'prod(?:uction)?',
  '(?:web ?)?site',
  'servers?',
  'services?',
  'cluster',
  'api',
  'app(?:lication)?',
  'platform',
  'system',
  'instance',
  'everything',
  'log ?in',
  'database'
)
export const ACCESS = anyWord(
  'auth(?:entication|ori[sz]ation)?',
  'log ?in',
  'permissions?',
  'passwords?',
  'signatures?',
  'certificates?',
  'tokens?',
  'access(?: control| rights)?',
  'ownership',
  '2fa|mfa|sso'
)
export const IS = anyWord('is', 'are', 'was', 'were', 'gets?', 'got', 'ha(?:s|ve) been', 'being', 'can be')
export const HOW = '(?: (?:silently|completely|totally|permanently|irrevocably|all|now|partly|randomly))?'
export const WHOLE = anyWord('all', 'my', 'our', 'every', 'entire', 'whole', 'complete')
export const LOST = anyWord(
  'lost',
  'deleted',
  'wiped',
  'erased',
  'gone',
  'corrupt(?:ed)?',
  'overwritten',
  'truncated',
  'destroyed',
  'vanished',
  'unrecoverable'
)
export const FAILS = anyWord(
  '(?:crash|fail|break|hang|freez|exit|stop|panic|segfault)(?:s|es|ed|ing|ped|e)?',
  'broken?',
  'errors?',
  'stuck',
  'blank',
  'white screen',
  'loop',
  'down'
)
export const FOR_ALL = anyWord(
  'for (?:every(?:one|body)|(?:all|every) [^ ]{1,20})',
  '(?:on|in) (?:all|every) (?:platforms?|devices?|machines?|deployments?|environments?|versions?|browsers?|[^ ]{1,12} (?:platforms?|versions?))',
  '(?:every|all) (?:users?|deployments?|tenants?|devices?|customers?|nodes?) (?:is |are )?affected'
)
export const SHOWN = anyWord(
  'visible',
  'readable',
  'exposed',
  'leaked',
  'logged',
  'printed',
  'public',
  'returned',
  'shown',
  'displayed',
  'accessible',
  'served',
  'sent',
  'delivered',
  'opened',
  'read',
  'edited',
  'written to'
)
export const DOES_TO_DATA =
  '(?:deletes|wipes|erases|destroys|drops|truncates|purges|overwrites|loses?|lost|losing|corrupts|corrupting|deleted|wiped|erased)'
