// Reads cabal.project.freeze and stack.yaml.lock.
import type { ManifestReading } from '../dependency.js'
import { eachLine } from '../formats/lines.js'
import { gather } from '../gathering.js'

/** `any.name ==1.0`, one or several behind `constraints:`. */
const FROZEN = /^any\.([\w-]{1,200}) {0,3}==([\d.]{1,100})$/
const LABEL = 'constraints:'

export function readCabalFreeze(text: string): ManifestReading {
  const gathering = gather('hackage', true)
  eachLine(text, (raw, line) => {
    const content = raw.trim()
    const constraints = content.startsWith(LABEL) ? content.slice(LABEL.length) : content
    for (const constraint of constraints.split(',', 1_000)) {
      const [, name, version] = FROZEN.exec(constraint.trim()) ?? []
      if (name !== undefined) gathering.add({ name, resolvedVersion: version ?? null, line })
    }
    return undefined
  })
  return gathering.end()
}

/** `hackage: name-1.0@sha256:…`, once as it was asked for and once as it was completed. */
const LOCKED = /^-? {0,3}hackage: {1,3}([A-Za-z][\w-]{0,200})-(\d[\d.]{0,100})(?:@|$)/

export function readStackLock(text: string): ManifestReading {
  const gathering = gather('hackage', true)
  const from = new Set<string>()
  eachLine(text, (raw, line) => {
    const [, name, version] = LOCKED.exec(raw.trim()) ?? []
    if (name === undefined || from.has(`${name}-${version}`)) return undefined
    from.add(`${name}-${version}`)
    gathering.add({ name, resolvedVersion: version ?? null, line })
    return undefined
  })
  return gathering.end()
}
