import { pathToFileURL } from 'node:url'
import t from 'tap'
import ts from 'typescript'
import { PACKAGE_FOLDER } from '#paths.js'
import { checkBuilt } from '../harness/built.js'
import { stepsOf } from '../patterns/steps.js'
import { FORMER_PATTERNS } from './former-patterns.js'
import { nodesIn, placeOf, sourcesIn } from './syntax.js'
import { excessOf } from './work.js'

const DOMAIN = `${PACKAGE_FOLDER}/src/domain`
const BUILT = `${PACKAGE_FOLDER}/dist/src/domain`
const SOURCES = sourcesIn('src/domain')

/** Made while something is judged: of other patterns, or of words that a pattern has let through. */
const MADE_LATER = new Set([
  'src/domain/patches/guard/file-view.ts',
  'src/domain/patches/guard/weakening.ts',
  'src/domain/repairs/manifest.ts',
  'src/domain/repairs/workflow-commands.ts'
])

checkBuilt(`${BUILT}/ci-logs/matcher.js`, [DOMAIN])

t.test('no pattern of a decision takes more steps than the length of a text explains', async (t) => {
  for (const { place, pattern } of written()) t.equal(excessOf(pattern), undefined, place)
  for (const { place, pattern } of await made())
    t.equal(excessOf(pattern), undefined, `${place} ${pattern.source}`)
})

/** Each repeats what several parts of a pattern take, one after the other: beyond what is made of single parts. */
const HOSTILE_LINES = [
  `${'#'.repeat(150)}: command (${') '.repeat(400)}`,
  `npx a b ${'./'.repeat(300)} :`,
  `npm error ${'@'.repeat(260)} ${'a:'.repeat(300)}`,
  `[INFO] ${'. '.repeat(400)} FAILUR`,
  `Failed to execute goal ${'a.:'.repeat(100)} (x) on project ${'a:'.repeat(250)}`,
  `${'a/'.repeat(100)}${':1'.repeat(100)}${'(1,1) '.repeat(90)}`,
  `${'"('.repeat(200)}${')"'.repeat(200)}`
].map((line) => line.slice(0, 1_000))
const MOST_STEPS = 300

t.test(
  'no pattern takes more than 300 steps per character of a line that several of its parts match',
  (t) => {
    for (const { place, pattern } of written())
      for (const line of HOSTILE_LINES) {
        const most = MOST_STEPS * line.length
        t.ok(stepsOf(pattern, line, most + 1) <= most, `${place} ${line.slice(0, 30)}`)
      }
    t.end()
  }
)

t.test('every pattern that is built at run time is tested as well', async (t) => {
  const tried = new Set([...(await made()).map(({ place }) => place), ...MADE_LATER])
  const places = SOURCES.filter((source) => nodesIn(source, isMaking).length > 0).map(
    ({ fileName }) => fileName
  )
  t.ok(places.length > 0)
  t.same(
    places.filter((place) => !tried.has(place)),
    []
  )
})

t.test('what takes too many steps is found', async (t) => {
  for (const pattern of [
    /\w{1,250}\.ts/,
    /(?:a|b)*c$/,
    /a.*b/,
    /\.{0,60}a.{0,60}b.{0,60}c/,
    ...FORMER_PATTERNS
  ])
    t.type(excessOf(pattern), 'string', pattern.source)
})

interface Placed {
  place: string
  pattern: RegExp
}

function written(): Placed[] {
  return SOURCES.flatMap((source) => nodesIn(source, ts.isRegularExpressionLiteral)).map((node) => {
    const text = node.getText()
    const end = text.lastIndexOf('/')
    return { place: placeOf(node), pattern: new RegExp(text.slice(1, end), text.slice(end + 1)) }
  })
}

const isMaking = (node: ts.Node) =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'

let making: Promise<Placed[]> | undefined

/** Loads all that decides, and notes which patterns it makes. */
function made(): Promise<Placed[]> {
  making ??= whileNoting(async () => {
    for (const { fileName } of SOURCES) {
      const built = fileName.replace(/^src\/domain/, BUILT).replace(/\.ts$/, '.js')
      await import(pathToFileURL(built).href)
    }
  })
  return making
}

async function whileNoting(load: () => Promise<void>): Promise<Placed[]> {
  const found: Placed[] = []
  const Real = globalThis.RegExp
  globalThis.RegExp = new Proxy(Real, {
    construct(target, args) {
      const pattern: RegExp = Reflect.construct(target, args)
      const place = /\/src\/domain\/([\w/-]{1,200})\.[jt]s:/.exec(
        new Error('here').stack?.split('\n')[2] ?? ''
      )
      if (place) found.push({ place: `src/domain/${place[1]}.ts`, pattern })
      return pattern
    }
  })
  try {
    await load()
  } finally {
    globalThis.RegExp = Real
  }
  return found
}
