// Reads the elements of a pom.xml that say what a project depends on.
import { parseXml } from '../formats/xml.js'

export interface PomDependency {
  fields: Map<string, string>
  line: number
}

export interface PomProfile {
  dependencies: PomDependency[]
  isActive: boolean
}

export interface PomModel {
  project: Map<string, string>
  parent: Map<string, string>
  properties: Map<string, string>
  dependencies: PomDependency[]
  managed: PomDependency[]
  profiles: PomProfile[]
}

const MOST_ELEMENTS = 1_000_000
const LONGEST_VALUE = 10_000
/** Deeper elements say nothing of dependencies. */
const DEEPEST = 500

/** The project that a text describes, or why there is none. */
export function readPomModel(text: string): PomModel | string {
  const model: PomModel = {
    project: new Map(),
    parent: new Map(),
    properties: new Map(),
    dependencies: [],
    managed: [],
    profiles: []
  }
  const path: string[] = []
  let value = ''
  let elements = 0
  const failure = parseXml(text, {
    open(name, line) {
      elements += 1
      path.push(name)
      if (elements === 1 && name !== ROOT)
        throw new Error(`The element <${name.slice(0, LONGEST_SHOWN)}> begins no project`)
      value = ''
      if (elements > MOST_ELEMENTS || path.length > DEEPEST) throw new Error('There are too many elements')
      openElement(model, path, line)
    },
    text(piece) {
      if (value.length < LONGEST_VALUE) value += piece
    },
    close() {
      closeElement(model, path, value.trim())
      path.pop()
      value = ''
    }
  })
  return failure ?? model
}

const ROOT = 'project'
const LONGEST_SHOWN = 100
const DEPENDENCIES = 'project/dependencies/dependency'
const MANAGED = 'project/dependencyManagement/dependencies/dependency'
const PROFILE = 'project/profiles/profile'
const OF_PROFILE = `${PROFILE}/dependencies/dependency`

const MOST_PARTS = 6

function openElement(model: PomModel, path: readonly string[], line: number): void {
  const place = path.length < MOST_PARTS ? path.join('/') : ''
  if (place === DEPENDENCIES) model.dependencies.push({ fields: new Map(), line })
  else if (place === MANAGED) model.managed.push({ fields: new Map(), line })
  else if (place === PROFILE) model.profiles.push({ dependencies: [], isActive: false })
  else if (place === OF_PROFILE) model.profiles.at(-1)?.dependencies.push({ fields: new Map(), line })
}

function closeElement(model: PomModel, path: readonly string[], value: string): void {
  const name = path.at(-1) ?? ''
  if (path.length > MOST_PARTS) return
  const around = path.slice(0, -1).join('/')
  if (around === 'project') model.project.set(name, value)
  else if (around === 'project/parent') model.parent.set(name, value)
  else if (around === 'project/properties') model.properties.set(name, value)
  else if (around === `${PROFILE}/activation` && name === 'activeByDefault') activate(model, value)
  else dependencyAround(model, around)?.fields.set(name, value)
}

function activate(model: PomModel, value: string): void {
  const profile = model.profiles.at(-1)
  if (profile) profile.isActive = value === 'true'
}

function dependencyAround(model: PomModel, around: string): PomDependency | undefined {
  if (around === DEPENDENCIES) return model.dependencies.at(-1)
  if (around === MANAGED) return model.managed.at(-1)
  return around === OF_PROFILE ? model.profiles.at(-1)?.dependencies.at(-1) : undefined
}
