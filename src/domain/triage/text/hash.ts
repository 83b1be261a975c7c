// Hashes feature names, because models store hashes instead of names.

const BASIS = 0x811c9dc5
const PRIME = 0x01000193

/** FNV-1a; `seed` separates equal names of different namespaces. */
export function hashName(name: string, seed = BASIS): number {
  let hash = seed
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), PRIME)
  return hash >>> 0
}
