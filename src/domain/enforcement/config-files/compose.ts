// Compose files of Docker.
import { isMap } from 'yaml'
import { type FileFault, fileError, fileWarning, quotedName } from './findings.js'
import {
  isEmptyCollection,
  offsetOf,
  readYaml,
  type YamlEntry,
  type YamlFile,
  yamlText
} from './yaml-file.js'

export function validateCompose(text: string): FileFault[] {
  const file = readYaml(text)
  if (file.faults.length > 0) return file.faults
  const services = file.entry(file.root, 'services')
  // A map that only merges another has no entries of its own, and is not empty.
  if (isMap(services?.value) && !isEmptyCollection(services.value))
    return file.entries(services.value).flatMap((service) => imageFaults(file, service))
  // A file may hold nothing but others that it includes.
  if (file.entry(file.root, 'include')?.value) return []
  return [
    fileError(
      'missing_services',
      services?.at ?? 0,
      'A compose file needs at least one service under "services".'
    )
  ]
}

function imageFaults({ entry }: YamlFile, { name, value: service }: YamlEntry): FileFault[] {
  const image = entry(service, 'image')?.value
  const named = yamlText(image)
  if (!named?.endsWith(':latest')) return []
  const message = `The service ${quotedName(name)} runs whatever ${quotedName(named)} is that day: name a version.`
  return [fileWarning('latest_tag', offsetOf(image), message)]
}
