// The service's own configuration file, by its schema.
import { parseConfigFile } from '../../configuration/file.js'
import { type FileFault, fileError, fileWarning, lineStartsOf } from './findings.js'

export interface ServiceFileKind {
  /** Whether it is the file of the organisation, which may lock keys. */
  mayLock: boolean
}

export function validateServiceFile(text: string, kind: ServiceFileKind): FileFault[] {
  const { errors, warnings } = parseConfigFile(text, kind)
  const starts = lineStartsOf(text)
  const place = ({ line = 1, column = 1 }) => (starts[line - 1] ?? 0) + column - 1
  const told = ({ path, message }: { path: string; message: string }) =>
    path === '' ? message : `${path} ${message}`
  return [
    ...errors.map((fault) => fileError('service_config', place(fault), told(fault))),
    ...warnings.map((fault) => fileWarning('service_config', place(fault), told(fault)))
  ]
}
