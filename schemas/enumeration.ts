// Lists of words that are published under names of their own, so that clients get one type for each.

const names = new WeakMap<readonly string[], string>()
const named = new Map<string, readonly string[]>()

/** Gives a list of words its name in the document. */
export function enumeration<const Words extends readonly string[]>(name: string, words: Words): Words {
  const known = named.get(name) ?? words
  if (known.join() !== words.join()) throw new Error(`two lists are named ${name}`)
  named.set(name, words)
  names.set(words, name)
  return words
}

/** The words of a filter that also says `all`. */
export function orAll<const Word extends string>(words: readonly Word[]): readonly (Word | 'all')[] {
  const name = nameOfWords(words)
  if (name === undefined) throw new Error(`name the list of ${words.join(', ')} with enumeration()`)
  return enumeration(`${name}Filter`, [...words, 'all'])
}

export const nameOfWords = (words: readonly string[]): string | undefined => names.get(words)
