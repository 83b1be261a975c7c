// What a change by a model may newly use. Anything that is not listed is refused.
import { findModelPathFault } from '../model-paths.js'
import { isCodeGateway, isDestructive, isSensitiveName } from './name-words.js'
import type { Reach } from './reach.js'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Pure Node modules, and pure functions of further ones. */
const PURE_MODULES = setOf('path path/posix util/types string_decoder')
const PURE_NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
  util: setOf('inspect isDeepStrictEqual format stripVTControlCharacters'),
  url: setOf('fileURLToPath pathToFileURL'),
  events: setOf('EventEmitter'),
  buffer: setOf('Buffer')
}
/** All Node modules, without the `node:` prefix. */
export const NODE_MODULES = setOf(
  `assert assert/strict async_hooks buffer child_process cluster crypto dgram dns dns/promises domain events fs fs/promises http
  http2 https inspector module net os path path/posix perf_hooks process punycode querystring readline repl stream
  stream/promises string_decoder timers timers/promises tls tty url util util/types v8 vm wasi worker_threads zlib`
)

const GLOBALS = setOf(
  `undefined NaN Infinity Math Number String Boolean BigInt Array Map Set WeakMap WeakSet Date Error TypeError RangeError
  SyntaxError isNaN isFinite parseInt parseFloat encodeURIComponent Symbol Intl JSON Promise Object React Fragment`
)
/** Globals that may be used only through these members. */
const MEMBERS: Readonly<Record<string, ReadonlySet<string>>> = {
  JSON: setOf('stringify parse'),
  Promise: setOf('all resolve'),
  Object: setOf('keys values entries fromEntries hasOwn freeze is'),
  Math: setOf('abs ceil floor max min round sign sqrt trunc PI pow log log2 log10 hypot cbrt exp'),
  Array: setOf('isArray from of'),
  Symbol: setOf('iterator')
}

export const isAllowedGlobal = (name: string) => GLOBALS.has(name)

export function isAllowedChain([root = '', member]: readonly string[]): boolean {
  if (!GLOBALS.has(root)) return false
  const members = MEMBERS[root]
  if (members === undefined) return member === undefined || !isCodeGateway(member)
  return member === undefined ? root === 'Object' || root === 'Array' : members.has(member)
}

export const plainModule = (name: string) => name.replace(/^node:/, '')

/** Whether something newly reached is harmless, given what the file reached before. */
export function mayReach({ what }: Reach, before: ReadonlySet<string>, path: string): boolean {
  const [kind = '', ...words] = what.split(' ')
  if (kind === 'types') return true
  if (kind === 'global') return isAllowedChain((words[0] ?? '').split('.'))
  if (kind === 'module') return mayLoad(words.join(' '), before, path)
  return kind === 'name' && mayName(words[0] ?? '', words.slice(2).join(' '))
}

function mayLoad(module: string, before: ReadonlySet<string>, path: string): boolean {
  if (module.startsWith('.')) return isOwnSource(module, path)
  const plain = plainModule(module)
  if (PURE_MODULES.has(plain) || plain in PURE_NAMES) return true
  const loaded = [...before]
    .filter((reach) => reach.startsWith('module '))
    .map((reach) => plainModule(reach.slice(7)))
  if (NODE_MODULES.has(plain)) return loaded.includes(plain)
  return loaded.some((name) => packageOf(name) === packageOf(plain))
}

const packageOf = (module: string) =>
  module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')

/** Whether the module is a file of the repository that a model may change. */
function isOwnSource(module: string, path: string): boolean {
  const parts = path.split('/').slice(0, -1)
  for (const part of module.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  const place = parts.join('/')
  return findModelPathFault(/\.[cm]?[jt]sx?$/.test(place) ? place : `${place}.ts`) === undefined
}

function mayName(name: string, module: string): boolean {
  if (isDestructive(name) || isSensitiveName(name) || isCodeGateway(name)) return false
  const plain = plainModule(module)
  if (!NODE_MODULES.has(plain) || PURE_MODULES.has(plain)) return true
  return PURE_NAMES[plain]?.has(name) === true
}
