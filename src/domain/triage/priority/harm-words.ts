// Words and phrases of reports of harm by their meaning.

export const WORDS = {
  /** What runs. */
  program: `
    app, application, program, server, service, daemon, process, site, website, system, machine, kernel, computer,
    pc, laptop, worker, workers, gateway, node, nodes, cluster, container, pod, pods, editor, window, ui,
    everything, device, devices, phone, database, client, desktop, game, agent, proxy, broker, controller, backend,
    instance, player, vm, it, software, host, router, cli, dashboard, interface, screen, tool, api, browser,
    firmware, driver, viewer, compiler, parser, renderer, extension, plugin, terminal, shell, session`,
  /** What runs without anybody looking at it. */
  work: `
    job, jobs, cron, crons, scheduler, scheduling, schedule, schedules, queue, queues, task, tasks, consumer,
    consumers, worker, workers, replication, sync, synchronization, synchronisation, backup, backups, messages,
    emails, mails, notifications, events, webhooks, deliveries, triggers, timers, alarms, alerts, builds, pipelines,
    imports, exports, payments, orders, cronjobs, processing, indexing, monitoring, heartbeat, ingestion, delivery,
    mail, email`,
  dies: `
    reboots, crashes, crashed, crashing, segfaults, segfaulted, segfaulting, panics, panicked, panicking, aborts, coredumps,
    bsods, dies, died, blows up, falls over, force closes, force-closes, uninstalls itself, kicks me out`,
  crash: `
    crash, segfault, segmentation fault, segmentation violation, panic, core dump, oops, blue screen, bsod, sigsegv,
    sigabrt, sigill, sigbus, access violation, double free, use-after-free, heap corruption, memory corruption,
    crash loop, crashloop, crashloopbackoff, reboot loop, oom, out of memory, outofmemoryerror, bus error, illegal
    instruction`,
  screen: `
    white screen, black screen, blank screen, blank page, white page, endless spinner, spinning wheel, beachball`,
  kills: `
    kills, killed, crashes, crashed, takes down, brings down, took down, terminates, terminated, oom-killed`,
  topples: 'takes, took, brings, brought',
  down: 'down, to its knees, off line',
  ends: `
    uninstalls, exits, exited, quits, closes, closed, shuts, reboots, restarts, terminates, terminated, exit, killed`,
  suddenly: `
    itself, unexpectedly, immediately, suddenly, randomly, instantly, launch, startup, code, silently, oom,
    oomkilled, signal, loop`,
  hangs: `
    hangs, hung, hanging, freezes, freezing, froze, frozen, unresponsive, deadlocked, deadlocks, stalls, stalled,
    locks up, locked up, not responding, not respond`,
  respond: 'respond, answer, react, recover, come back, come up',
  unpermitted: 'no permission, no permissions, not allowed, no access, no rights, no right',
  off: 'turned off, switched off, opted out, opt out, opting out, declined, refused',
  hang: 'hang, freeze',
  stuck: 'times out, timed out, time out, stuck, stalled, blocked, waiting forever',
  forever: `
    forever, indefinitely, completely, endlessly, start, startup, launch, boot, opening, starting, launching,
    splash, every, always, loading screen, permanently, login, screen, loading, logo, for ever, infinitely, blocks`,
  past: 'past, beyond',
  returns: `
    finishes, finish, ends, returns, return, completes, complete, loads, load, terminates, comes back, comes up`,
  never: 'never',
  deadlock: 'deadlock, livelock, endless loop, infinite loop',
  start: `
    start, starts, started, boot, boots, booted, launch, launches, launched, come up, load at, open at, turn on`,
  not: `
    not, never, cannot, can't, cant, won't, wont, doesn't, doesnt, don't, dont, isn't, aren't, fails, failing,
    failed, refuses, unable, no longer, neither`,
  'no-longer': 'no longer, stopped, stops, ceased, ceases, quit, none, any more, anymore, never',
  again: 'any more, anymore, again, at all',
  since: 'since',
  several: 'two, both, several, multiple, three',
  same: 'same',
  done: `
    created, booked, run, running, executed, processed, triggered, delivered, sent, consumed, fire, fired, submitted, arrive,
    arriving, started`,
  answering: `
    answering, responding, processing, accepting, serving, sending, delivering, recording, consuming, syncing,
    replicating`,
  refuses: 'refuses, rejects, refused',
  connections: 'connections, connection, logins, everyone, everybody, all, every, valid',
  dead: 'dead',
  nothing: 'nobody, no one, nothing, none, no',
  stops: `
    stopped, stops, stalls, dead, hangs, hung, halted, halts, frozen, ceased, died, dies, down`,
  working: `
    receive, receives, get, gets, work, works, working, run, runs, running, processed, processing, process, respond, responds, responding,
    answering, answers, executed, executes, execute, executing, start, started, starts, fire, fires, fired,
    triggered, delivered, sent, send, sends, sending, arrive, arrives, arriving, consumed, consuming, consumes,
    replicated, replicating, indexed, scheduled, accepted, accepting, received, receiving, happens, loads, opens,
    picked`,
  gives: `
    returns, return, gives, give, ends, end, responds, respond, shows, show, fails, fail, with, is, throws`,
  status: '500, 502, 503, 504, 5xx, internal server error, bad gateway, gateway timeout',
  'locked-out': 'locked out, logged out',
  login: 'log in, login, sign in, log on, authenticate',
  /** What guards people, systems and data. */
  guard: `
    two-factor, verification, firewall, watchdog, failover, alarm, alarms, alerting, monitoring, authentication, authorization, auth,
    permissions, permission, acl, acls, encryption, tls, ssl, https, lock, locks, door, doors, brake, brakes,
    emergency, rate limiting, sandbox, antivirus, certificate, certificates, 2fa, mfa, otp, access control, smoke
    detector, safety, validation, signature, signatures, csrf`,
  guarded: `
    applied, enforced, checked, verified, validated, triggered, trigger, fire, fires, block, blocks, blocked,
    forwarded, restarts, restart, on, required, raised, engage, evaluated`,
  lets: 'opens, works, lets, accepts, allows, passes, grants, trusts, approves, accept, accepted, permits',
  anything: `
    everything, anything, any, every, everyone, anyone, everybody, anybody, all, unsigned, forged, expired, empty,
    revoked, guests`,
  skips: 'ignored, skipped, bypassed, disabled, bypass, bypasses, circumvented, turned off, missing, broken',
  accepts: `
    can, able, possible, accepts, works, allowed, accessible, reachable, access, login, get, readable, download,
    ships, shipped`,
  without: 'without',
  check: `
    password, passwords, login, logging, authentication, auth, permission, permissions, paying, payment,
    verification, token, credentials, consent, authorization, signing, pin, rights, being`,
  abused: `
    guessed, forged, replayed, stolen, spoofed, tampered, hijacked, bypassed, predicted, enumerated, brute-forced,
    faked`,
  change: 'change, edit, delete, modify, raise, approve, remove, overwrite',
  own: 'own, any, other, others, another, all, everyone',
  appears: `
    appear, appears, stored, visible, sent, shown, included, ends up, end up, written, printed, embedded, leaked,
    saved`,
  place: `
    source, log, logs, url, urls, response, responses, cookie, cookies, git, history, html, bundle, referer,
    analytics, crash reports`,
  breached: `
    hacked, stolen, compromised, hijacked, exfiltrated, defaced, ransomware, got in, broke in, spoofed,
    brute-forced, phished`,
  /** What people own. */
  data: `
    data, file, files, folder, folders, directory, directories, database, databases, table, tables, row, rows,
    record, records, document, documents, project, projects, repository, repositories, repo, repos, account,
    accounts, backup, backups, contact, contacts, message, messages, email, emails, mail, mails, transaction,
    transactions, order, orders, photo, photos, picture, pictures, image, images, index, indexes, volume, volumes,
    disk, disks, partition, partitions, work, history, note, notes, entry, entries, writes, attachment, attachments,
    uploads, upload, draft, drafts, wallet, wallets, everything, comments, customers, mailbox, mailboxes, snapshot,
    snapshots, version, versions, revisions, invoice, invoices, appointment, appointments, booking, bookings,
    commit, commits, branch, branches, text, texts, payment, payments, ticket, tickets, issues, answers,
    measurements, events, archive, archives, library, playlists, vault, keys, chats, recordings, videos,
    spreadsheet, spreadsheets, bookmarks, savegame, savegames, save, saves, progress, calendar, users, vm, vms,
    objects, bucket, buckets, edits, changes, logs, pages, subscriptions, jobs, refunds, votes, reservations, posts,
    tasks, profile, profiles, drive, recipes, songs, collection, diary, thesis, manuscript, blobs, topic, topics,
    threads, thread, scores`,
  owner: `
    my, our, your, users', everyone's, everybody's, customers', people's, years, days, weeks, months, hours`,
  where: 'where',
  go: 'go, gone',
  leaves: 'leaves, left',
  ruined: `
    without, broken, unusable, dead, offline, empty, corrupt, inconsistent, unbootable, read-only, unrecoverable`,
  replaced: 'replaced, replaces, overwrites, overwritten, overwrote, saved, saves',
  blank: 'blank, empty, zeros, zeroes, nothing, garbage, null',
  reach: 'open, read, access, decrypt, restore, recover, unlock, mount, find',
  gone: `
    gone, vanish, vanishes, vanished, disappear, disappears, disappeared, wiped, erased, purged, destroyed,
    truncated, zeroed, overwritten, garbage, scrambled, garbled, unreadable, unrecoverable, corrupt, corrupted,
    lost, damaged, mangled, nowhere`,
  be: 'is, are, was, were, get, gets, got, been, being, be',
  /** Done to things for good. */
  'lost-now': `
    lost, wiped, erased, deleted, cleared, emptied, truncated, overwritten, zeroed, vanished, reverted`,
  /** What somebody does to things for good, in the third person: a task says "delete". */
  ruins: `
    deletes, wipes, erases, eats, swallows, destroys, loses, corrupts, purges, nukes, clobbers, shreds, forgets,
    mangles, overwrites, truncates, discards, losing, corrupting, destroying, wiped, destroyed, corrupted, ate`,
  vanishes: 'vanishes, vanished, vanish, disappears, disappeared, disappear, evaporates',
  removed: `
    deleted, removed, lost, dropped, emptied, cleared, discarded, empty, replaced, swallowed, eaten, reset, rolled
    back`,
  destroys: `
    deletes, deleted, wipes, wiped, erases, erased, eats, ate, swallows, destroys, destroyed, loses, lost, losing,
    drops, discards, truncates, truncated, overwrites, overwrote, corrupts, corrupted, corrupting, formats,
    formatted, empties, purges, purged, nukes, nuked, mangles, garbles, clobbers, shreds, zeroes, forgets, forgot,
    removes, removed, throws away`,
  wholly: 'all, my, our, entire, whole, everything, every, half, years, paid, wrong, customers',
  missing: 'missing, empty, blank',
  kept: `
    recorded, stored, saved, persisted, written, reach, reaches, arrive, arrives, booked, synced, uploaded, backed
    up`,
  success:
    'taken, charged, paid, accepted, confirmed, success, successful, successfully, succeeds, ok, done, complete, completed, green',
  but: 'but, yet, though, although, while, and',
  silently: 'silently, silent, quietly, without warning, without error',
  skipped: `
    dropped, drops, discarded, discards, skipped, skips, lost, loses, ignored, deletes, deleted, fails, failing,
    truncated`,
  plain: `
    unencrypted, plaintext, plain text, clear text, cleartext, world-readable, world readable, world-writable, world
    writable`,
  encrypted: 'encrypted, hashed, salted',
  /** What is nobody else's business. */
  private: `
    session, sessions, data, account, accounts, invoice, invoices, message, messages, mail, mails, email, emails,
    chat, chats, order, orders, profile, profiles, address, addresses, document, documents, file, files, photos,
    record, records, details, history, information, inbox, cart, phone numbers, numbers, passwords, password,
    tokens, token, secret, secrets, keys, key, credentials, projects, repositories, notes, payslip, payslips,
    bookings, dashboard, report, reports, results, calendar, contacts, medical, cookies, responses, statements,
    prescriptions, camera, stream, video, location, diary, salary, salaries, private key, images, pictures, entries,
    recordings, conversations, transcripts`,
  other: `
    other, another, others, other's, others', wrong, someone, somebody, else's, each other, each other's, foreign,
    strangers, strangers', other users'`,
  stranger: `
    neighbour, neighbour's, neighbor, neighbor's, stranger, stranger's, strangers, boss, colleague, colleagues,
    competitor, competitors, interns, third parties, third party, advertisers, facebook, ex`,
  confidential: 'private, confidential, secret, sensitive, internal, personal, hidden, medical',
  shows: 'contains, contain, includes, returns, shows, sends, exports, lists, reveals, exposes',
  whose: 'all, every, other, others, everyone',
  have: 'have, has, get, gets, got, are, becomes, become',
  party: `
    user, users, user's, users', customer, customers, customer's, customers', tenant, tenants, tenant's, tenants',
    account, accounts, people, people's, person, person's, patient, patients, patient's, recipient, recipients,
    member, members, company, companies, organization, organizations, client, clients, team, teams, else, else's,
    employee, employees, address, addresses, inbox, student, students, player, players, each other's`,
  see: `
    see, sees, seen, seeing, read, reads, view, views, visible, shown, shows, showing, show, access, download,
    downloads, downloaded, open, opens, get, gets, got, receive, receives, received, accessible, readable,
    delivered, deliver, sent, sends, goes, arrive, leaked, leaks, exposed, exposes, returned, returns, given,
    assigned, logged, edit, switched, swapped, mixed, served, browse, guessed`,
  open: `
    public, publicly, visible, readable, accessible, downloadable, exposed, guessable, published`,
  can: 'can, could, able, may',
  anybody: `
    anyone, anybody, everyone, everybody, public, strangers, guest, guests, visitor, visitors, attacker, attackers,
    unauthenticated, anonymous, internet, google, hackers, any user, any users, normal user, normal users, every
    user, all users, viewers, viewer, non-admins, nobody`,
  become: `
    become, becomes, impersonate, impersonates, escalate, promote, take over, takes over, hijack, elevate, grant,
    spoof`,
  admin: `
    admin, admins, administrator, administrators, root, superuser, owner, sudo, instance, account, accounts,
    privileges`,
  former: `
    deleted, removed, former, fired, disabled, banned, suspended, revoked, expired, blocked, deactivated, old,
    ex-employees`,
  still: 'still',
  access: `
    access, valid, accepted, active, log in, login, see, read, works, work, write, download, signed in, logged in`,
  money: `
    balance, balances, invoice, invoices, price, prices, tax, taxes, vat, amount, amounts, charge, charges, charged,
    payment, payments, refund, refunds, refunded, payout, payouts, salary, salaries, bill, bills, billed, total,
    totals, fee, fees, vote, votes, credit, credits, debit, debits, debited, transfer, transfers, interest, money,
    coin, coins, spend, spent, supplier, cash, tips, billing, revenue, deposit, deposits, withdrawal, withdrawals,
    discount, discounts, paid, pay, pays, payroll, commission, orders, cards, coupon`,
  false: `
    times, wrong, incorrect, twice, double, doubled, duplicated, negative, too much, two times, multiple times, several
    times, miscalculated, incorrectly, wrongly, overcharged, exploded`,
  with: 'with, by',
  when: 'when, whenever, after, on, during, since, upon, once, while, if, although, despite',
  danger: `
    dangerous, injury, injured, hurt, life-threatening, harmful, poisoned, wrong drug, overheats, overheating,
    electrocuted, wrong dose, wrong dosage, wrong medication, overdose, fire hazard, catches fire, caught fire,
    won't turn off`,
  unreachable: 'unreachable, offline, unusable, unavailable, down, dead, bricked, inaccessible',
  kernel: 'kernel, machine, whole, system, host, computer, production, prod, all',
  every: 'every, any, all, each, always, whenever',
  /** What follows where something happens, and not where it only names something else: a crash when, a crash report. */
  link: `
    when, whenever, while, on, in, at, after, during, since, if, with, for, from, immediately, again, every, each,
    always, by, upon, because, due, without, as, once, opening, loading, right, before`
} as const
