// Reads the files of a project, also those that only others name.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import type { ManifestReading } from '../manifests/dependency.js'
import { isDependencyManifest, readManifest } from '../manifests/index.js'
import { readPom } from '../manifests/jvm/pom.js'
import { readRequirements } from '../manifests/python/requirements.js'

/** Included files may have any name; they are of the kind that includes them. */
export const isIncludedFile = (ecosystem: Ecosystem, path: string): boolean =>
  (ecosystem === 'pip' || (ecosystem === 'maven' && path.endsWith('.xml'))) && !isDependencyManifest(path)

export function readProjectFile(ecosystem: Ecosystem, path: string, text: string): ManifestReading {
  if (!isIncludedFile(ecosystem, path)) return readManifest(path, text)
  return ecosystem === 'pip' ? readRequirements(text) : readPom(text)
}
