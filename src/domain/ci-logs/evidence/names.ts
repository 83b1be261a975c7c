// Replaces names in a line by what kind of name they are: a file may be called after any failure.

const EDGES = /^[^\w@./~\\]{0,20}|[^\w/]{0,20}$/g
/** What repairs may be asked for by their names. */
const OPTION = /^\W{0,3}--(?!fix|write|max|no-)[a-z]/
const ADDRESS = /^[a-z][a-z+]{1,10}:\/\//i
const POSITION = /[:(]\[?\d{1,6}(?:[:,]\d{1,6})?[\]):]{0,3}$/
const ENDING = /^[^=]{0,300}\.([a-z][a-z0-9]{0,4})$/
const OF_TESTS = /(?:[._-](?:test|spec)s?\.|(?:^|[/\\])test_|_spec\.rb|Tests?\.\w{2,5}|::)/
const PROTOCOL = /^(?:HTTPS?|TLS|SSL|SSH)[/v]/i
const OF_IMAGE = /(?:Docker|Container)file$/
const VERSIONED = /^[\w@./-]{1,120}(?:@(?:npm:)?[\^~]?\d|==\d)/
const PATH = /^[./~@\\]|[-._\d]/

export function maskNames(text: string): string {
  return text
    .split(/([ \t])/)
    .map(maskWord)
    .join('')
}

function maskWord(word: string): string {
  if (word.length < 3) return word
  if (OPTION.test(word)) return 'option'
  const name = word.replace(EDGES, '')
  const masked = maskName(name)
  return masked === name ? word : word.replace(name, () => masked)
}

function maskName(name: string): string {
  if (PROTOCOL.test(name)) return name
  if (ADDRESS.test(name)) return 'address'
  if (VERSIONED.test(name)) return 'package'
  const position = POSITION.exec(name)?.[0] ?? ''
  return maskPath(name.slice(0, name.length - position.length)) + position
}

function maskPath(path: string): string {
  const ending = ENDING.exec(path.split('::')[0] ?? '')?.[1]
  if (ending !== undefined) return `${OF_TESTS.test(path) ? 'file.test' : 'file'}.${ending}`
  return isPath(path) ? (OF_IMAGE.exec(path)?.[0] ?? 'name') : path
}

function isPath(name: string): boolean {
  const parts = name.split(/[/\\]/)
  if (parts.length < 2 || parts.every((part) => /^\d{0,6}$/.test(part))) return false
  return parts.length > 2 || PATH.test(name)
}
