// Each job name has a partition of its own. A statement that learns the name as a parameter is planned anew each time, which
// is three quarters of what a fetch costs; the plan of one that has the name in its text is kept.

const BY_PARAMETER = 'name = $1'
/** A name that needs no escaping. */
const PLAIN = /^[\w.-]{1,100}$/

/** The same statement with its first parameter, the name of a job, in the text. Other statements stay as they are. */
export function inOnePartition(text: string, [name]: readonly unknown[] = []): string {
  if (typeof name !== 'string' || !PLAIN.test(name) || !text.includes(BY_PARAMETER)) return text
  const [before, ...after] = text.split(BY_PARAMETER)
  // The values stay the same, so that the first still has to be named somewhere.
  return [before, `name = '${name}' and $1::text is not null`, after.join(`name = '${name}'`)].join('')
}
