import { configFileType } from '#domain/enforcement/config-files/kinds.js'
import { validateConfigFile } from '#domain/enforcement/config-files/validate.js'

/** The findings about a file, in short: severity, rule and place. */
export function foundIn(path: string, text: string | undefined): string[] {
  const fileType = configFileType(path)
  if (!fileType) throw new Error(`${path} is not validated`)
  const bytes = Buffer.byteLength(text ?? '')
  const { errors, warnings } = validateConfigFile({ path, fileType, text, bytes, mayLock: false })
  return [...errors, ...warnings].map(({ severity, rule, line, col }) => `${severity} ${rule} ${line}:${col}`)
}
