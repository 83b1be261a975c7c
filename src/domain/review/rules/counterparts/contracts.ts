// Descriptions of an interface and what is made from them or stands for them elsewhere.
import { addedLines, type DiffLine, type ReviewedFile, removedLines } from '../../change.js'
import { fileNameOf, isGeneratedName, isTestPlace, isVendoredPlace } from '../../places.js'
import { isBlankLine, isCommentLine } from '../line-words.js'
import type { BuiltInFinding } from '../rule.js'
import { type ChangeView, missingPart } from './part.js'

export function contractFindings(view: ChangeView): BuiltInFinding[] {
  return [
    ...madeFrom(view),
    ...undescribedRoutes(view),
    ...declarations(view),
    ...translations(view),
    ...variables(view)
  ]
}

interface MadeKind {
  source: RegExp
  made: RegExp
  what: string
}

const MADE_KINDS: readonly MadeKind[] = [
  {
    source: /\.proto$/,
    made: /\.pb\.(?:go|cc|h|ts|js|dart|swift|rb)$|\.pb\.gw\.go$|_pb2(?:_grpc)?\.pyi?$|_pb\.(?:js|d\.ts|ts|rb)$|_grpc\.pb\.go$/,
    what: 'The code that is made from it'
  },
  {
    source: /\.graphqls?$|\.gql$/,
    made: /(?:^|\/)(?:__generated__|generated|gql)\/[\w./-]{1,120}\.(?:[jt]sx?|go|json|java|kt)$|\.generated\.[jt]sx?$|(?:^|\/)(?:graphql|schema|types)\.generated\.\w{1,4}$/,
    what: 'The types that are made from it'
  },
  {
    source: /(?:^|\/)(?:openapi|swagger)[\w./-]{0,60}\.(?:ya?ml|json)$/i,
    made: /(?:^|\/)(?:generated|gen|client|sdk|api-client|__generated__)\/[\w./-]{1,120}\.(?:[jt]s|py|go|java|kt|rs)$|(?:openapi|api|schema)\.(?:gen|generated|d)\.\w{1,4}$|(?:openapi|api)[-_]types\.ts$/i,
    what: 'The client that is made from it'
  },
  {
    source: /\.(?:thrift|avsc|fbs|capnp)$/,
    made: /(?:^|\/)(?:gen|gen-\w{1,10}|generated)\/|_generated\.\w{1,4}$/,
    what: 'The code that is made from it'
  }
]

function madeFrom(view: ChangeView): BuiltInFinding[] {
  return MADE_KINDS.flatMap(({ source, made, what }) => {
    const file = view.files.find(
      (one) => source.test(one.path) && !isVendoredPlace(one.path) && saysSomething(one)
    )
    if (!file || !view.holds(made) || view.touches(made)) return []
    return [
      missingPart(file, {
        severity: 'medium',
        confidence: 0.7,
        title: `${what} does not follow`,
        description: `The repository holds what a tool makes from ${fileNameOf(file.path)}, and the change leaves it as it was: the two say different things.`,
        suggestion: 'Run the tool, and commit what it writes.',
        category: 'regression'
      })
    ]
  })
}

const saysSomething = (file: ReviewedFile) =>
  [...addedLines(file), ...removedLines(file)].some(({ text }) => !isBlankLine(text) && !isCommentLine(text))

const ROUTE =
  /(?<![\w$])(?:app|router|server|fastify|api|routes?|r|mux|e|g|group|http|blueprint|bp|Route|\w{0,20}[rR]outer)\s?(?:\.|::)(?:get|post|put|patch|delete|GET|POST|PUT|PATCH|DELETE|HandleFunc|Handle|route|Get|Post|Put|Patch|Delete)\(\s?["'`]\/|@(?:Get|Post|Put|Patch|Delete|Request)(?:Mapping)?\(|@(?:app|router|api|bp|blueprint)\.(?:get|post|put|patch|delete|route)\(|\[Http(?:Get|Post|Put|Patch|Delete)\b|^\s*(?:get|post|put|patch|delete|resources?) ['":]\/?\w|\bpath\(\s?["']\w{1,60}\//
const SPEC =
  /(?:^|\/)(?:openapi|swagger)[\w./-]{0,60}\.(?:ya?ml|json)$|(?:^|\/)api[\w-]{0,20}\.(?:openapi|swagger)?\.?ya?ml$|(?:^|\/)docs\/(?:[\w-]{1,40}\/)?api[\w./-]{0,60}\.(?:md|mdx|ya?ml)$/i

/** Routes that come, go or are called otherwise, while the description of the interface stays. */
function undescribedRoutes(view: ChangeView): BuiltInFinding[] {
  if (!view.holds(SPEC) || view.touches(SPEC)) return []
  const found = view.change.files
    .filter(({ path }) => !isTestPlace(path) && !isGeneratedName(path))
    .flatMap((file) => {
      const line = changedLine(file, ROUTE)
      return line ? [{ file, line }] : []
    })
  const [first] = found
  if (!first) return []
  const spec = view.paths.find((path) => SPEC.test(path)) ?? ''
  return [
    missingPart(first.file, {
      severity: 'medium',
      confidence: 0.65,
      title: `A route changes, and ${fileNameOf(spec)} does not follow`,
      description: `${spec} describes the interface, and whoever goes by it finds something else than what is there.`,
      suggestion: 'Describe the route there as it is now.',
      line: first.line.after ?? addedLines(first.file)[0]?.after ?? null,
      category: 'regression'
    })
  ]
}

/** A line of such a form that comes or goes, and does not only move. */
export function changedLine(file: ReviewedFile, pattern: RegExp): DiffLine | undefined {
  const of = (lines: readonly DiffLine[]) =>
    lines.filter(({ text }) => text.length < 500 && !isCommentLine(text) && pattern.test(text))
  const [added, removed] = [of(addedLines(file)), of(removedLines(file))]
  const [before, after] = [
    new Set(removed.map(({ text }) => text.trim())),
    new Set(added.map(({ text }) => text.trim()))
  ]
  return (
    added.find(({ text }) => !before.has(text.trim())) ?? removed.find(({ text }) => !after.has(text.trim()))
  )
}

const SCRIPT = /^([\w./-]{1,300})\.([cm]?)js$/
const EXPORT = /^\s*(?:export\s(?:default\s|async\s)?(?:function|class|const|let)|module\.exports|exports\.)/

/** Types that somebody writes by hand next to a script. */
function declarations(view: ChangeView): BuiltInFinding[] {
  const all = new Set(view.paths)
  const { touched } = view
  return view.files.flatMap((file) => {
    const [, stem, kind = ''] = SCRIPT.exec(file.path) ?? []
    const types = `${stem}.d.${kind}ts`
    const line = stem === undefined || file.status !== 'modified' ? undefined : changedLine(file, EXPORT)
    if (!line || !all.has(types) || touched.has(types)) return []
    return [
      missingPart(file, {
        severity: 'medium',
        confidence: 0.65,
        title: `What the file exports changes, and ${fileNameOf(types)} does not follow`,
        description: 'Whoever uses it goes by the types, which still describe what was there before.',
        suggestion: `Change ${types} as well.`,
        category: 'regression',
        line: line.after ?? addedLines(file)[0]?.after ?? null
      })
    ]
  })
}

const LOCALE_FILE =
  /^(.{0,300}(?:^|[/._-]))([a-z]{2}(?:[-_][A-Za-z]{2,4})?)((?:\/[\w.-]{1,80})?\.(?:json|ya?ml|po|properties|arb|php|ts|js|strings|ftl|resx))$/
const KEY = /^\s*["']?[\w.-]{1,120}["']?\s?[:=]|^msgid /

/** Keys that one language gets and the others do not. */
function translations(view: ChangeView): BuiltInFinding[] {
  const { touched } = view
  const groups = localeGroups(view.paths)
  const seen = new Set<string>()
  return view.files.flatMap((file) => {
    const [, lead, , rest] = LOCALE_FILE.exec(file.path) ?? []
    const group = groups.get(`${lead}*${rest}`) ?? []
    const left = group.filter((path) => !touched.has(path))
    const hasKeys =
      addedLines(file).filter(({ text }) => KEY.test(text)).length >
      removedLines(file).filter(({ text }) => KEY.test(text)).length
    if (left.length === 0 || !hasKeys || seen.has(`${lead}*${rest}`) || file.status !== 'modified') return []
    seen.add(`${lead}*${rest}`)
    return [
      missingPart(file, {
        severity: 'low',
        confidence: 0.6,
        title: 'Other languages lack the texts that are added here',
        description: `${left.slice(0, 4).join(', ')}${left.length > 4 ? ` and ${left.length - 4} more` : ''} ${left.length === 1 ? 'has' : 'have'} none of the new keys.`,
        suggestion: 'Add the keys there too, if need be with the text of this language.'
      })
    ]
  })
}

function localeGroups(paths: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    if (!/locale|i18n|l10n|lang|translation|messages|intl|strings/i.test(path)) continue
    const [, lead, , rest] = LOCALE_FILE.exec(path) ?? []
    if (rest !== undefined) groups.set(`${lead}*${rest}`, [...(groups.get(`${lead}*${rest}`) ?? []), path])
  }
  return new Map([...groups].filter(([, all]) => all.length > 1))
}

const VARIABLE =
  /\bprocess\.env\.([A-Z][A-Z0-9_]{2,60})|\bprocess\.env\[["']([A-Z][A-Z0-9_]{2,60})["']\]|\bos\.(?:environ(?:\.get)?|getenv|Getenv|LookupEnv)[[(]\s?["']([A-Z][A-Z0-9_]{2,60})["']|\bENV(?:\.fetch)?[[(]["']([A-Z][A-Z0-9_]{2,60})["']|\benv(?:::var)?\(\s?["']([A-Z][A-Z0-9_]{2,60})["']|\bimport\.meta\.env\.([A-Z][A-Z0-9_]{2,60})/
const EXAMPLE_OF_VARIABLES = /(?:^|\/)\.env\.(?:example|sample|template|dist)$/
const OF_THE_SYSTEM =
  /^(?:NODE_ENV|CI|HOME|PATH|PWD|USER|PORT|TZ|LANG|DEBUG|TERM|SHELL|TMPDIR|GITHUB_\w+|VERCEL\w*|npm_\w+|NODE_\w+|PYTHON\w*|DEV|PROD|MODE|BASE_URL|LOG_LEVEL)$/

/** Variables that the code reads for the first time, and that the example of the settings does not name. */
function variables(view: ChangeView): BuiltInFinding[] {
  const example = view.paths.find((path) => EXAMPLE_OF_VARIABLES.test(path))
  if (!example || view.touches(EXAMPLE_OF_VARIABLES)) return []
  const text = view.change.texts.get(example) ?? ''
  const before = namesIn(view.files.flatMap(({ lines }) => lines.filter(({ kind }) => kind !== 'added')))
  const isKnown = (name: string) => before.has(name) || text.includes(name)
  const found = view.files
    .filter(({ path }) => !isTestPlace(path))
    .flatMap((file) => {
      const line = addedLines(file).find((one) => [...namesIn([one])].some((name) => !isKnown(name)))
      return line ? [variableFinding(file, line, { example, isRead: text !== '' })] : []
    })
  return found.slice(0, 1)
}

function variableFinding(
  file: ReviewedFile,
  line: DiffLine,
  { example, isRead }: { example: string; isRead: boolean }
): BuiltInFinding {
  const [name = ''] = namesIn([line])
  return missingPart(file, {
    severity: 'low',
    confidence: isRead ? 0.65 : 0.4,
    title: `${fileNameOf(example)} does not name ${name}`,
    description: `The code reads ${name} from the environment, and whoever sets it up by ${example} does not know of it.`,
    suggestion: `Name ${name} there.`,
    line: line.after
  })
}

const namesIn = (lines: readonly { text: string }[]) =>
  new Set(
    lines.flatMap(({ text }) => {
      const name = text.length < 1_000 ? VARIABLE.exec(text)?.slice(1).find(Boolean) : undefined
      return name && !OF_THE_SYSTEM.test(name) ? [name] : []
    })
  )
