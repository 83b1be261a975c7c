// Issue forms, and the file that configures the choice of them.
import { isMap, isScalar, isSeq, type Node } from 'yaml'
import { type FileFault, fileError, fileWarning, quotedName } from './findings.js'
import { offsetOf, readYaml, type YamlEntry, type YamlFile, yamlText } from './yaml-file.js'

export function validateIssueTemplate(text: string, path: string): FileFault[] {
  const file = readYaml(text)
  if (file.faults.length > 0) return file.faults
  return /\/config\.ya?ml$/.test(path) ? chooserFaults(file) : formFaults(file)
}

function chooserFaults(file: YamlFile): FileFault[] {
  const { root } = file
  if (root === undefined) return []
  const blank = file.entry(root, 'blank_issues_enabled')
  const isFlag = blank === undefined || (isScalar(blank.value) && typeof blank.value.value === 'boolean')
  const flagFaults = isFlag
    ? []
    : [fileError('invalid_value', blank.at, '"blank_issues_enabled" must be true or false.')]
  const links = file.entry(root, 'contact_links')
  if (links?.value && !isSeq(links.value))
    return [...flagFaults, fileError('invalid_value', links.at, '"contact_links" must be a list.')]
  return [...flagFaults, ...file.items(links?.value).flatMap((link) => linkFaults(file, link))]
}

function linkFaults({ entry }: YamlFile, link: Node): FileFault[] {
  return ['name', 'url', 'about']
    .filter((key) => entry(link, key)?.value === undefined)
    .map((key) => fileError('invalid_contact_link', offsetOf(link), `A contact link needs "${key}".`))
}

function formFaults(file: YamlFile): FileFault[] {
  const { root } = file
  const texts = ['name', 'description'].flatMap((key) =>
    file.entry(root, key)?.value
      ? []
      : [fileError(`missing_${key}`, offsetOf(root), `An issue form needs "${key}".`)]
  )
  const body = file.entry(root, 'body')
  const fields = file.items(body?.value)
  if (fields.length === 0)
    return [
      ...texts,
      fileError('missing_body', body?.at ?? 0, 'An issue form needs at least one field under "body".')
    ]
  const onlyText = fields.every((field) => yamlText(file.entry(field, 'type')?.value) === 'markdown')
  const noField = onlyText
    ? [fileError('missing_field', body?.at ?? 0, 'An issue form needs a field that is not "markdown".')]
    : []
  const found = fields.flatMap((field) => fieldFaults(file, field))
  return [...texts, ...noField, ...found, ...repeatedIds(file, fields)]
}

/** What the attributes of each type of field must contain. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  markdown: ['value'],
  input: ['label'],
  textarea: ['label'],
  dropdown: ['label', 'options'],
  checkboxes: ['label', 'options'],
  upload: ['label']
}

function fieldFaults(file: YamlFile, field: Node): FileFault[] {
  const type = isMap(field) ? file.entry(field, 'type') : undefined
  const word = yamlText(type?.value)
  if (word === undefined) return [fileError('missing_type', offsetOf(field), 'A field needs "type".')]
  const needed = Object.hasOwn(NEEDED, word) ? NEEDED[word] : undefined
  if (!needed) {
    const known = Object.keys(NEEDED).join(', ')
    return [
      fileWarning('unknown_type', type?.at ?? 0, `${quotedName(word)} is no known type: use one of ${known}.`)
    ]
  }
  const attributes = file.entry(field, 'attributes')
  return needed
    .filter((key) => !isFilled(file, file.entry(attributes?.value, key)))
    .map((key) =>
      fileError(
        `missing_${key}`,
        attributes?.at ?? offsetOf(field),
        `A field of type "${word}" needs "${key}" in its attributes.`
      )
    )
}

function isFilled({ items }: YamlFile, entry: YamlEntry | undefined): boolean {
  return entry?.value !== undefined && (!isSeq(entry.value) || items(entry.value).length > 0)
}

function repeatedIds({ entry }: YamlFile, fields: readonly Node[]): FileFault[] {
  const seen = new Set<string>()
  return fields.flatMap((field) => {
    const id = entry(field, 'id')
    const name = yamlText(id?.value)
    if (name === undefined) return []
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [
      fileError('duplicate_id', id?.at ?? 0, `The id ${quotedName(name)} occurs twice: ids must differ.`)
    ]
  })
}
