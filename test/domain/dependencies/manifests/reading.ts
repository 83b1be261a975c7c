// Reads made-up manifests, and shows what was found in short.
import type { ManifestContents, ManifestDependency } from '#domain/dependencies/manifests/dependency.js'
import { readManifest } from '#domain/dependencies/manifests/index.js'

export function contentsOf(path: string, text: string): ManifestContents {
  const reading = readManifest(path, text)
  if (reading.kind === 'unreadable') throw new Error(reading.reason)
  return reading
}

/** `name@version`, in order. */
export const packagesOf = (path: string, text: string): string[] =>
  contentsOf(path, text).dependencies.map(({ name, resolvedVersion }) => `${name}@${resolvedVersion ?? ''}`)

export function dependencyOf(path: string, text: string, name: string): ManifestDependency {
  const found = contentsOf(path, text).dependencies.find((one) => one.name === name)
  if (!found) throw new Error(`${name} is not found`)
  return found
}

export const isUnreadable = (path: string, text: string): boolean =>
  readManifest(path, text).kind === 'unreadable'
