// The directions in which vectors differ most, by the method of Jacobi.

const SWEEPS = 12
/** Two directions that have less than this in common are left as they are. */
const NEGLIGIBLE = 1e-9

type Matrix = Float64Array[]

/** Of unit length, strongest first. */
export function principalDirections(vectors: readonly (readonly number[])[]): number[][] {
  const size = vectors[0]?.length ?? 0
  const products = productsOf(vectors, size)
  const turned = identity(size)
  for (let sweep = 0; sweep < SWEEPS; sweep += 1)
    for (let one = 0; one < size; one += 1)
      for (let other = one + 1; other < size; other += 1) rotate(products, turned, one, other)
  return Array.from({ length: size }, (_, at) => at)
    .sort((a, b) => valueAt(products, b, b) - valueAt(products, a, a))
    .map((column) => turned.map((row) => row[column] ?? 0))
}

const valueAt = (matrix: Matrix, row: number, column: number) => matrix[row]?.[column] ?? 0

function productsOf(vectors: readonly (readonly number[])[], size: number): Matrix {
  const products = Array.from({ length: size }, () => new Float64Array(size))
  for (const vector of vectors)
    products.forEach((row, at) => {
      for (let column = 0; column < size; column += 1)
        row[column] = (row[column] ?? 0) + (vector[at] ?? 0) * (vector[column] ?? 0)
    })
  return products
}

function identity(size: number): Matrix {
  return Array.from({ length: size }, (_, at) => new Float64Array(size).fill(1, at, at + 1))
}

/** Turns two directions so that they have nothing in common. */
function rotate(products: Matrix, turned: Matrix, one: number, other: number): void {
  const shared = valueAt(products, one, other)
  if (Math.abs(shared) < NEGLIGIBLE) return
  const skew = (valueAt(products, other, other) - valueAt(products, one, one)) / (2 * shared)
  const tangent = (skew < 0 ? -1 : 1) / (Math.abs(skew) + Math.sqrt(skew * skew + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  const mix = (matrix: Matrix) => {
    for (const row of matrix) {
      const [left, right] = [row[one] ?? 0, row[other] ?? 0]
      row[one] = cosine * left - sine * right
      row[other] = sine * left + cosine * right
    }
  }
  mix(products)
  const [upper, lower] = [products[one]?.slice() ?? [], products[other]?.slice() ?? []]
  products[one] = Float64Array.from(upper, (value, at) => cosine * value - sine * (lower[at] ?? 0))
  products[other] = Float64Array.from(upper, (value, at) => sine * value + cosine * (lower[at] ?? 0))
  mix(turned)
}
