// With a server, its own tools back up and restore: they work while the service runs, and nothing here could do it better.

const COMMANDS = {
  pg_dump: (database: string) => `pg_dump --format=custom --file=service.dump --dbname=${database}`,
  pg_restore: (database: string) => `pg_restore --exit-on-error --no-owner --dbname=${database} service.dump`
}

const ADVICE = {
  pg_dump:
    'DATABASE_URL names a Postgres server, whose own tool backs it up, also while the service runs. Keep the settings of the service with the dump: sessions need SESSION_SECRET, and audit exports AUDIT_EXPORT_KEY.',
  pg_restore:
    'DATABASE_URL names a Postgres server, whose own tool restores it. Stop the service, create an empty database, and restore into that.'
}

/** The address is that of the server: what a restore sets for its connection would stay with one of a pooler. */
export function dumpAdvice(tool: keyof typeof COMMANDS, databaseUrl: string): string {
  return `${ADVICE[tool]} The password is asked for, or read from PGPASSWORD:\n\n  ${COMMANDS[tool](quoted(withoutPassword(databaseUrl)))}`
}

function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.password = ''
  for (const name of [...url.searchParams.keys()]) if (/password/i.test(name)) url.searchParams.delete(name)
  return url.href
}

/** For a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
