// A PostgreSQL of its own for tests: made in a temporary folder, on a free port of this machine, as another user than root.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const installed = '/usr/lib/postgresql';

/** The folder of the newest programs that are installed; undefined where there are none. */
export function postgresPrograms() {
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => path.join(installed, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')));
}

/** Root may not run it. */
const nobody = 65_534;
const asOther = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

async function freePort() {
  const server = createServer();
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

function makeFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'outreach-postgres-'));
  const data = dataIn(folder);
  mkdirSync(data, { mode: 0o700 });
  chmodSync(folder, 0o711);
  if (asOther.uid !== undefined) chownSync(data, asOther.uid, asOther.gid);
  return folder;
}

const dataIn = (folder) => path.join(folder, 'data');

async function run(program, options, cwd) {
  const env = { PATH: process.env.PATH };
  const child = spawn(program, options, { ...asOther, cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program}: ${said}`);
}

/** The files of a server as it begins: made once, as that takes longer than all else of a start. */
let fresh;

async function makeFresh(bin) {
  const folder = makeFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const data = dataIn(folder);
  const options = ['-U', 'outreach', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  await run(path.join(bin, 'initdb'), ['-D', data, ...options], data);
  return data;
}

/** A server that runs, as a test sees it that neither stops nor changes it. */
export class Postgres {
  #port;
  #folder;
  #databases = 0;

  constructor({ port, folder }) {
    this.#port = port;
    this.#folder = folder;
  }

  get port() {
    return this.#port;
  }

  get folder() {
    return this.#folder;
  }

  /** The address of a new, empty database; through another port where a proxy is in between. */
  async newDatabase(port = this.#port) {
    this.#databases += 1;
    // Several processes make their own at one server.
    const name = `journal${process.pid}x${this.#databases}`;
    await this.ask('postgres', `CREATE DATABASE ${name}`);
    return `postgres://outreach@127.0.0.1:${port}/${name}`;
  }

  /** A logical copy of the database of this address; gives what puts it in its place, as an administrator does. */
  async dump(address) {
    const name = new URL(address).pathname.slice(1);
    const file = path.join(dataIn(this.#folder), `${name}.dump`);
    const place = ['-h', '127.0.0.1', '-p', `${this.#port}`, '-U', 'outreach'];
    const tool = (program, ...options) =>
      run(path.join(postgresPrograms(), program), [...place, ...options], path.dirname(file));
    await tool('pg_dump', '-Fc', '-f', file, name);
    return async () => {
      await this.ask('postgres', `DROP DATABASE ${name} WITH (FORCE)`);
      await this.ask('postgres', `CREATE DATABASE ${name}`);
      await tool('pg_restore', '-d', name, file);
    };
  }

  /** Runs statements in the database of this address, behind the program's back. */
  async run(address, sql) {
    return this.ask(new URL(address).pathname.slice(1), sql);
  }

  async ask(database, sql) {
    const client = new pg.Client({ host: '127.0.0.1', port: this.#port, user: 'outreach', database });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(sql)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** A server of its own, for a test that stops it, crashes it or sets it up. */
export class PostgresServer extends Postgres {
  #running;
  #settings;
  /** The end of its log. */
  #said = '';

  constructor(port, settings) {
    super({ port, folder: makeFolder() });
    this.#settings = settings;
  }

  /** `settings` are of postgresql.conf: `fsync=off`. */
  static async start(settings = []) {
    fresh ??= makeFresh(postgresPrograms());
    const from = await fresh;
    for (let tries = 1; ; tries += 1) {
      const server = new PostgresServer(await freePort(), settings);
      try {
        await run('cp', ['-R', `${from}/.`, '.'], dataIn(server.folder));
        await server.begin();
        return server;
      } catch (error) {
        await server.close();
        // Another program may have taken the port meanwhile.
        if (tries === 3) throw error;
      }
    }
  }

  /** Runs the server, again after `stop`; done when it answers. */
  async begin() {
    const data = dataIn(this.folder);
    const place = ['listen_addresses=127.0.0.1', `port=${this.port}`, `unix_socket_directories=${data}`];
    const settings = [...place, 'max_connections=60', 'shared_buffers=16MB', ...this.#settings];
    this.#running = spawn(
      path.join(postgresPrograms(), 'postgres'),
      ['-D', data, ...settings.flatMap((one) => ['-c', one])],
      { ...asOther, cwd: data, env: {}, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#said = '';
    this.#running.stderr.on('data', (text) => (this.#said = `${this.#said}${text}`.slice(-2000)));
    for (let tries = 0; ; tries += 1) {
      try {
        await super.ask('postgres', 'SELECT 1');
        return;
      } catch (error) {
        if (tries > 600 || this.#running.exitCode !== null) throw this.#withLog(error);
        await pause(50);
      }
    }
  }

  /** `SIGQUIT` stops it at once, as a crash does. */
  async stop(signal = 'SIGQUIT') {
    if (this.#running === undefined) return;
    const { exitCode, signalCode } = this.#running;
    if (exitCode !== null || signalCode !== null) return;
    const ended = new Promise((end) => this.#running.once('close', end));
    this.#running.kill(signal);
    await ended;
  }

  /** From now on it is a standby: it can be read, and takes no changes. */
  async becomeStandby() {
    await this.stop('SIGINT');
    writeFileSync(path.join(dataIn(this.folder), 'standby.signal'), '');
    await this.begin();
  }

  /** From now on a standby is the primary: the system has another timeline. */
  async promote() {
    await this.becomeStandby();
    await this.ask('postgres', 'SELECT pg_promote()');
  }

  async ask(database, sql) {
    try {
      return await super.ask(database, sql);
    } catch (error) {
      throw this.#withLog(error);
    }
  }

  #withLog({ message }) {
    const { exitCode, signalCode } = this.#running;
    return new Error(`PostgreSQL (${exitCode ?? signalCode ?? 'running'}): ${message}; ${this.#said}`);
  }

  async close() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A proxy between a program and the database. `drops(text)` is asked of everything sent: true cuts the way just after the database took it. */
export async function proxyTo(port, drops) {
  const sockets = new Set();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let isCut = false;
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', cut);
      socket.on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    near.on('data', (bytes) => {
      isCut ||= drops(bytes.toString('latin1'));
      far.write(bytes);
    });
    // The answer shows that the database took it; it does not reach the program.
    far.on('data', (bytes) => (isCut ? cut() : near.write(bytes)));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: server.address().port,
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(closed);
      }),
  };
}
