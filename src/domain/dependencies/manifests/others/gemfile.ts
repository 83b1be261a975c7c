// Reads Gemfile, gemspecs aside, and Gemfile.lock.
import { type ManifestReading, unreadable } from '../dependency.js'
import { eachLine, indentOf, isBlank } from '../formats/lines.js'
import { type Gathering, gather } from '../gathering.js'

const SOURCES = new Set(['GIT', 'GEM', 'PATH', 'PLUGIN SOURCE'])
const SPEC_INDENT = 4
const DEPENDENCY_INDENT = 2

interface LockWalk {
  section: string
  /** The commit or path of the section. */
  place: string | null
  specs: { name: string; version: string; source: string | null; line: number }[]
  direct: Set<string>
}

export function readGemfileLock(text: string): ManifestReading {
  const walk: LockWalk = { section: '', place: null, specs: [], direct: new Set() }
  let wrong = 0
  eachLine(text, (line, number) => {
    if (isBlank(line)) return undefined
    const indent = indentOf(line)
    if (indent === 0) Object.assign(walk, { section: line.trim(), place: null })
    else if (walk.section === '') wrong = number
    else takeLockLine(walk, { line, indent, number })
    return wrong === 0
  })
  if (wrong > 0) return unreadable(`Line ${wrong} belongs to no section`)
  const gathering = gather('rubygems', true)
  for (const { name, version, source, line } of walk.specs)
    gathering.add({ name, resolvedVersion: version, source, direct: walk.direct.has(name), line })
  return gathering.end()
}

function takeLockLine(walk: LockWalk, at: { line: string; indent: number; number: number }): void {
  const text = at.line.trim()
  if (walk.section === 'DEPENDENCIES') {
    if (at.indent === DEPENDENCY_INDENT) walk.direct.add(gemName(text))
  } else if (SOURCES.has(walk.section)) {
    if (at.indent === SPEC_INDENT) takeSpec(walk, text, at.number)
    else takePlace(walk, text)
  }
}

/** A mark says that a gem comes from a source of its own. */
function gemName(text: string): string {
  const name = text.split(' ', 1)[0] ?? ''
  return name.endsWith('!') ? name.slice(0, -1) : name
}

const REVISION = 'revision: '
const REMOTE = 'remote: '

function takePlace(walk: LockWalk, text: string): void {
  if (text.startsWith(REVISION)) walk.place = text.slice(REVISION.length)
  else if (walk.section === 'PATH' && text.startsWith(REMOTE)) walk.place = text.slice(REMOTE.length)
}

/** `name (version-platform)`. */
function takeSpec(walk: LockWalk, text: string, line: number): void {
  const open = text.indexOf(' (')
  if (open <= 0 || !text.includes(')', open)) return
  const version = text.slice(open + 2, text.indexOf(')', open)).split('-', 1)[0] ?? ''
  if (version !== '') walk.specs.push({ name: text.slice(0, open), version, source: walk.place, line })
}

interface GemfileWalk {
  /** Whether each open block is for development only. */
  blocks: boolean[]
  gathering: Gathering
}

const GEM = /^gem[ (]\s?["']([\w.-]{1,200})["']/
const STRING = /^,\s?["']([^"']{1,200})["']/
const DEV_GROUP = /:(?:development|test)\b|["'](?:development|test)["']/
const OTHER_GROUP = /:(?:production|default|assets|staging)\b/
const SOURCE = /\b(?:git|github|path|gist|bitbucket)(?::|\s?=>)\s?["']([^"']{1,500})["']/
const LONGEST_STATEMENT = 2_000

export function readGemfile(text: string): ManifestReading {
  const walk: GemfileWalk = { blocks: [], gathering: gather('rubygems', false) }
  eachLine(text, (raw, line) => {
    takeStatement(walk, raw.trim().slice(0, LONGEST_STATEMENT), line)
    return undefined
  })
  return walk.gathering.end()
}

const MOST_BLOCKS = 100

function takeStatement({ blocks, gathering }: GemfileWalk, statement: string, line: number): void {
  if (/^end\b/.test(statement)) blocks.pop()
  else if (/ do(?: \|\w{1,50}\|)?$/.test(statement) || /^(?:if|unless|case) /.test(statement)) {
    if (blocks.length < MOST_BLOCKS) blocks.push(isForDevelopment(statement, /^group\b/.test(statement)))
  } else if (/^eval_gemfile ["']/.test(statement)) gathering.include(statement.split(/["']/, 2)[1] ?? '')
  else takeGem(statement, { dev: blocks.includes(true), line, gathering })
}

const isForDevelopment = (statement: string, isGroup: boolean) =>
  isGroup && DEV_GROUP.test(statement) && !OTHER_GROUP.test(statement)

function takeGem(
  statement: string,
  { dev, line, gathering }: { dev: boolean; line: number; gathering: Gathering }
): void {
  const gem = GEM.exec(statement)
  const name = gem?.[1]
  if (gem === null || name === undefined) return
  const requirements: string[] = []
  let rest = statement.slice(gem[0].length).trimStart()
  for (let found = STRING.exec(rest); found; found = STRING.exec(rest)) {
    requirements.push(found[1] ?? '')
    rest = rest.slice(found[0].length).trimStart()
  }
  const requirement = requirements.join(', ')
  gathering.add({
    name,
    requirement,
    resolvedVersion: /^=?\s?(\d[\w.]{0,100})$/.exec(requirement)?.[1] ?? null,
    source: SOURCE.exec(rest)?.[1] ?? null,
    direct: true,
    dev: dev || isForDevelopment(rest, /\bgroups?:|:groups?\s?=>/.test(rest)),
    line
  })
}
