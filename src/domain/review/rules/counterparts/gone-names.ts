// Names by which others reach the code, and that are gone: routes, options, variables, fields of messages.
import { addedLines, type DiffLine, type ReviewedFile, removedLines } from '../../change.js'
import { isDocument } from '../../places.js'
import { isCommentLine } from '../line-words.js'
import type { BuiltInFinding } from '../rule.js'
import { lineAfterGap } from '../tests/removed.js'
import { missingPart } from './part.js'

interface NameKind {
  what: string
  /** One of its groups is the name. */
  pattern: RegExp
  /** Whether another name of the kind has to come in its place: what only goes may go on purpose. */
  isReplaced: boolean
}

const KINDS: readonly NameKind[] = [
  {
    what: 'The route',
    pattern:
      /(?:(?:\.|::)(?:get|post|put|patch|delete|GET|POST|PUT|PATCH|DELETE|HandleFunc|Handle|route|Get|Post|Put|Patch|Delete)\(|@(?:Get|Post|Put|Patch|Delete|Request)(?:Mapping)?\(|\[Http(?:Get|Post|Put|Patch|Delete)\(|^\s{0,20}(?:get|post|put|patch|delete) )\s?(?:\w{1,12}\s?=\s?)?["'`]((?:(?:GET|POST|PUT|PATCH|DELETE) )?\/[\w/:{}<>.-]{1,120})["'`]/,
    isReplaced: false
  },
  {
    what: 'The option',
    pattern:
      /(?:\.(?:option|requiredOption|add_argument|add_option|Flag|StringVarP?|BoolVarP?|IntVarP?|String|Bool|Int)|@click\.option|\bopts\.on|\bflag\.\w{3,9}|#\[arg|\bargument)\(?[^\n]{0,60}["'`](?:-\w,? ?(?:["'`], ?["'`])?)?--([\w-]{2,60})/,
    isReplaced: false
  },
  {
    what: 'The variable',
    pattern:
      /\bprocess\.env\.([A-Z][A-Z0-9_]{2,60})|\bos\.(?:environ(?:\.get)?|getenv|Getenv|LookupEnv)[[(]\s?["']([A-Z][A-Z0-9_]{2,60})["']|\bENV(?:\.fetch)?[[(]["']([A-Z][A-Z0-9_]{2,60})["']|\benv::var\(\s?"([A-Z][A-Z0-9_]{2,60})"/,
    isReplaced: true
  },
  {
    what: 'The field',
    pattern:
      /\bjson:"([\w-]{2,60})[",]|@JsonProperty\(\s?"([\w-]{2,60})"|\bJsonPropertyName\(\s?"([\w-]{2,60})"|#\[serde\(rename\s?=\s?"([\w-]{2,60})"|@SerializedName\(\s?"([\w-]{2,60})"|@SerialName\(\s?"([\w-]{2,60})"/,
    isReplaced: false
  }
]

/** `files` are those of which others may rely on something. A name that is written anywhere anew is not gone. */
export function goneNames(files: readonly ReviewedFile[], all: readonly ReviewedFile[]): BuiltInFinding[] {
  const written = all
    .flatMap((file) => file.lines.filter(({ kind }) => kind !== 'removed'))
    .map(({ text }) => text)
  const text = written.join('\n')
  const isDocumented = all.some(({ path }) => isDocument(path) || /(?:^|\/)\.env\./.test(path))
  return KINDS.filter(({ isReplaced }) => !(isReplaced && isDocumented)).flatMap((kind) =>
    files.flatMap((file) => goneOf(file, kind, text)).slice(0, 1)
  )
}

function goneOf(file: ReviewedFile, kind: NameKind, text: string): BuiltInFinding[] {
  const gone = namesIn(removedLines(file), kind).find((name) => !text.includes(name))
  const isReplaced = namesIn(addedLines(file), kind).length > 0
  return gone && (isReplaced || !kind.isReplaced) ? [goneFinding(file, kind.what, gone)] : []
}

const contextOf = ({ lines }: ReviewedFile) => lines.filter(({ kind }) => kind === 'context')

const namesIn = (lines: readonly DiffLine[], { pattern }: NameKind): string[] =>
  lines.flatMap(({ text }) => {
    const name =
      text.length < 500 && !isCommentLine(text) ? pattern.exec(text)?.slice(1).find(Boolean) : undefined
    return name ? [name] : []
  })

const goneFinding = (file: ReviewedFile, what: string, name: string): BuiltInFinding =>
  missingPart(file, {
    severity: 'medium',
    confidence: 0.5,
    title: `${what} ${name} is gone`,
    description: 'Whoever uses it is broken by this change, and nothing in it says so.',
    suggestion: 'Keep it for a while next to what takes its place, or say in the description who used it.',
    category: 'regression',
    line: lineAfterGap(file)
  })

/** Where answers to others are put together. */
const ANSWERS =
  /(?:^|\/)(?:routes?|controllers?|handlers?|serializers?|presenters?|views?|resources?|dtos?|api|endpoints?|resolvers?|responses?|schemas?|models?\/api|contracts?|events?|messages?|webhooks?)(?:\/|[._-]|$)|(?:Controller|Handler|Serializer|Presenter|Resource|Dto|DTO|Response|Event|Endpoint)s?\.\w{1,4}$/
const MEMBER = /^\s{1,60}["']?([A-Za-z_]\w{1,60})["']?\s?(?::|=>)\s{0,3}(\S.{0,200}?),?\s{0,3}$/

/** A member of an answer that keeps its value and gets another name. */
export function renamedMembers(files: readonly ReviewedFile[]): BuiltInFinding[] {
  return files
    .filter(({ path, status }) => status === 'modified' && ANSWERS.test(path))
    .flatMap((file) => {
      const [before, after] = [membersIn(removedLines(file)), membersIn(addedLines(file))]
      const kept = new Set([...after, ...membersIn(contextOf(file))].map(({ name }) => name))
      const gone = before.find(
        ({ name, value }) => !kept.has(name) && after.some((one) => one.value === value)
      )
      const next = after.find(({ value }) => value === gone?.value)
      return gone && next ? [renamedFinding(file, gone.name, next)] : []
    })
    .slice(0, 2)
}

interface Member {
  name: string
  value: string
  line: number | null
}

const membersIn = (lines: readonly DiffLine[]): Member[] =>
  lines.flatMap(({ text, after }) => {
    const [, name, value] = (text.length < 300 && !isCommentLine(text) && MEMBER.exec(text)) || []
    return name !== undefined && value !== undefined ? [{ name, value, line: after }] : []
  })

const renamedFinding = (file: ReviewedFile, name: string, { name: next, line }: Member): BuiltInFinding =>
  missingPart(file, {
    severity: 'medium',
    confidence: 0.5,
    title: `${name} is called ${next} from now on`,
    description: `Whoever reads ${name} from what this code answers finds nothing, and nothing in the change says so.`,
    suggestion: 'Send both names for a while, or say in the description who reads it.',
    category: 'regression',
    line
  })
