// What every example needs to know: where the service is, and the key to it.
export interface Settings {
  baseUrl: string
  headers: Record<string, string>
  count: number
  write(line: string): void
}

export function settings(): Settings {
  const { SERVICE_URL: baseUrl = 'http://127.0.0.1:3000', SERVICE_KEY: key = '', COUNT } = process.env
  return {
    baseUrl,
    headers: { authorization: `Bearer ${key}` },
    count: COUNT === undefined ? Number.POSITIVE_INFINITY : Number(COUNT),
    write: (line) => void process.stdout.write(`${line}\n`)
  }
}
