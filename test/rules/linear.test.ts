import { pathToFileURL } from 'node:url'
import t from 'tap'
import ts from 'typescript'
import { PACKAGE_FOLDER } from '#paths.js'
import { checkBuilt } from '../harness/built.js'
import { MENDED } from './mended.js'
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

t.test('patterns that are put together are tried too', async (t) => {
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
  for (const pattern of [/\w{1,250}\.ts/, /(?:a|b)*c$/, /a.*b/, /\.{0,60}a.{0,60}b.{0,60}c/, ...MENDED])
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
