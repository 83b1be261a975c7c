// Names as numbers: models hold features by these and not by their names.

const BASIS = 0x811c9dc5
const PRIME = 0x01000193

/** FNV-1a over the characters of a name; `seed` tells names of one room from the same names of another. */
export function hashName(name: string, seed = BASIS): number {
  let hash = seed
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), PRIME)
  return hash >>> 0
}
