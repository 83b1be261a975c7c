// Reads pyproject.toml: the tables of the standard, of Poetry, PDM and uv.
import { type ManifestReading, unreadable } from '../dependency.js'
import { type JsonRecord, listMember, objectMember, ownMember } from '../formats/json.js'
import { parseTomlRecord } from '../formats/toml.js'
import { listedLine, type TomlLines, tomlLines } from '../formats/toml-lines.js'
import { type Gathering, gather } from '../gathering.js'
import { readConstraint, type StatedConstraint } from './constraint.js'
import { readRequirement } from './requirement.js'

interface Place {
  /** The table or list in which the packages stand. */
  path: string
  dev: boolean
}

interface PyprojectWalk {
  gathering: Gathering
  lines: TomlLines
}

export function readPyproject(text: string): ManifestReading {
  const manifest = parseTomlRecord(text)
  if (!manifest) return unreadable('The text is not TOML')
  const walk: PyprojectWalk = { gathering: gather('pip', false), lines: tomlLines(text) }
  const project = objectMember(manifest, 'project')
  const tool = objectMember(manifest, 'tool')
  gatherList(walk, listMember(project, 'dependencies'), { path: 'project.dependencies', dev: false })
  gatherGroups(walk, objectMember(project, 'optional-dependencies'), {
    path: 'project.optional-dependencies',
    dev: false
  })
  gatherGroups(walk, objectMember(manifest, 'dependency-groups'), { path: 'dependency-groups', dev: true })
  gatherGroups(walk, objectMember(objectMember(tool, 'pdm'), 'dev-dependencies'), {
    path: 'tool.pdm.dev-dependencies',
    dev: true
  })
  gatherList(walk, listMember(objectMember(tool, 'uv'), 'dev-dependencies'), {
    path: 'tool.uv.dev-dependencies',
    dev: true
  })
  gatherPoetry(walk, objectMember(tool, 'poetry'))
  return walk.gathering.end()
}

function gatherList(
  { gathering, lines }: PyprojectWalk,
  stated: readonly unknown[],
  { path, dev }: Place
): void {
  for (const one of stated) {
    if (typeof one !== 'string') continue
    const found = readRequirement(one)
    if (found) gathering.add({ ...found, direct: true, dev, line: listedLine(lines, path, one) })
    else gathering.note(`Not a requirement: ${one}`)
  }
}

function gatherGroups(walk: PyprojectWalk, groups: JsonRecord, { path, dev }: Place): void {
  for (const [name, group] of Object.entries(groups))
    if (Array.isArray(group)) gatherList(walk, group, { path: `${path}.${name}`, dev })
}

function gatherPoetry(walk: PyprojectWalk, poetry: JsonRecord): void {
  const path = 'tool.poetry'
  gatherTable(walk, objectMember(poetry, 'dependencies'), { path: `${path}.dependencies`, dev: false })
  gatherTable(walk, objectMember(poetry, 'dev-dependencies'), { path: `${path}.dev-dependencies`, dev: true })
  for (const [name, group] of Object.entries(objectMember(poetry, 'group'))) {
    const place = { path: `${path}.group.${name}.dependencies`, dev: name !== 'main' }
    gatherTable(walk, objectMember(group, 'dependencies'), place)
  }
}

/** Poetry lists the language itself among the packages. */
const LANGUAGE = 'python'

function gatherTable({ gathering, lines }: PyprojectWalk, table: JsonRecord, { path, dev }: Place): void {
  for (const name of Object.keys(table)) {
    const stated = ownMember(table, name)
    if (name.toLowerCase() === LANGUAGE) continue
    const line = lines.get(`${path}.${name}`)
    for (const one of Array.isArray(stated) ? stated : [stated])
      gathering.add({ name, ...exactPoetry(readConstraint(one)), direct: true, dev, line })
  }
}

/** A bare version of Poetry is exactly that one. */
function exactPoetry(constraint: StatedConstraint): StatedConstraint {
  const isBare = constraint.requirement !== null && /^\d[\w.]{0,100}$/.test(constraint.requirement)
  return isBare ? { ...constraint, resolvedVersion: constraint.requirement } : constraint
}
