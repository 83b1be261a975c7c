// Manifests of packages, and the settings of TypeScript.
import type { Node } from 'jsonc-parser'
import { type FileFault, fileWarning, quotedName } from './findings.js'
import { jsonSyntax, memberNamed, membersOf, readJson } from './json-file.js'

export function validatePackageJson(text: string): FileFault[] {
  const { root, faults } = readJson(text, { isRelaxed: false })
  if (faults.length > 0) return faults
  if (root?.type !== 'object') return [jsonSyntax(root?.offset ?? 0, 'It must be an object.')]
  return [...identityFaults(root), ...DEPENDENCIES.flatMap((list) => rangeFaults(memberNamed(root, list)))]
}

/** A private package is not published, and needs neither. */
function identityFaults(root: Node): FileFault[] {
  if (memberNamed(root, 'private')?.value === true) return []
  return ['name', 'version'].flatMap((key) =>
    memberNamed(root, key)
      ? []
      : [
          fileWarning(
            `missing_${key}`,
            root.offset,
            `Add "${key}", or "private": true if it is not published.`
          )
        ]
  )
}

/** Peers may be of any version. */
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies']
const ANY_VERSION = ['*', 'latest']

function rangeFaults(list: Node | undefined): FileFault[] {
  return membersOf(list).flatMap(({ name, value }) => {
    if (!ANY_VERSION.includes(String(value.value))) return []
    const message = `${quotedName(name)} may be of any version: name a range, as "^1.2.0".`
    return [fileWarning('unpinned_dependency', value.offset, message)]
  })
}

export function validateTsconfig(text: string): FileFault[] {
  const { root, faults } = readJson(text, { isRelaxed: true })
  if (faults.length > 0) return faults
  return root === undefined || root.type === 'object'
    ? []
    : [jsonSyntax(root.offset, 'It must be an object.')]
}
