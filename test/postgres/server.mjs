// A PostgreSQL of its own for tests: made in a temporary folder, on a free port of this machine, as another user than root.
import { spawn, spawnSync } from 'node:child_process';
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

function run(program, options, cwd) {
  const env = { PATH: process.env.PATH };
  const { status, stderr, error } = spawnSync(program, options, { ...asOther, cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${error ?? stderr}`);
}

/** The files of a server as it begins: made once, as that takes longer than all else of a start. */
let fresh;

function makeFresh(bin) {
  const folder = makeFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const data = dataIn(folder);
  const options = ['-U', 'outreach', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  run(path.join(bin, 'initdb'), ['-D', data, ...options], data);
  return data;
}

export class PostgresServer {
  #bin;
  #folder;
  #port;
  #running;
  #databases = 0;
  #settings = [];
  /** The end of its log. */
  #said = '';

  /** `settings` are of postgresql.conf: `fsync=off`. */
  static async start(settings = []) {
    const server = new PostgresServer();
    server.#settings = settings;
    server.#bin = postgresPrograms();
    fresh ??= makeFresh(server.#bin);
    server.#folder = makeFolder();
    run('cp', ['-R', `${fresh}/.`, '.'], dataIn(server.#folder));
    for (let tries = 1; ; tries += 1) {
      server.#port = await freePort();
      try {
        await server.begin();
        break;
      } catch (error) {
        // Another program may have taken the port meanwhile.
        if (tries === 3) throw error;
      }
    }
    return server;
  }

  get port() {
    return this.#port;
  }

  /** Runs the server, again after `stop`; done when it answers. */
  async begin() {
    const data = dataIn(this.#folder);
    const settings = ['listen_addresses=127.0.0.1', `port=${this.#port}`, `unix_socket_directories=${data}`];
    this.#running = spawn(
      path.join(this.#bin, 'postgres'),
      [
        '-D',
        data,
        ...[...settings, 'max_connections=60', 'shared_buffers=16MB', ...this.#settings].flatMap((one) => [
          '-c',
          one,
        ]),
      ],
      { ...asOther, cwd: data, env: {}, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#said = '';
    this.#running.stderr.on('data', (text) => (this.#said = `${this.#said}${text}`.slice(-2000)));
    for (let tries = 0; ; tries += 1) {
      try {
        await this.#ask('postgres', 'SELECT 1');
        return;
      } catch (error) {
        if (tries > 600 || this.#running.exitCode !== null) throw error;
        await pause(50);
      }
    }
  }

  /** `SIGQUIT` stops it at once, as a crash does. */
  async stop(signal = 'SIGQUIT') {
    const { exitCode, signalCode } = this.#running;
    if (exitCode !== null || signalCode !== null) return;
    const ended = new Promise((end) => this.#running.once('close', end));
    this.#running.kill(signal);
    await ended;
  }

  /** From now on it is a standby: it can be read, and takes no changes. */
  async becomeStandby() {
    await this.stop('SIGINT');
    writeFileSync(path.join(dataIn(this.#folder), 'standby.signal'), '');
    await this.begin();
  }

  /** The address of a new, empty database; through another port where a proxy is in between. */
  async newDatabase(port = this.#port) {
    this.#databases += 1;
    const name = `journal${this.#databases}`;
    await this.#ask('postgres', `CREATE DATABASE ${name}`);
    return `postgres://outreach@127.0.0.1:${port}/${name}`;
  }

  /** From now on a standby is the primary: the system has another timeline. */
  async promote() {
    await this.becomeStandby();
    await this.#ask('postgres', 'SELECT pg_promote()');
  }

  /** A logical copy of the database of this address; gives what puts it in its place, as an administrator does. */
  dump(address) {
    const name = new URL(address).pathname.slice(1);
    const file = path.join(dataIn(this.#folder), `${name}.dump`);
    const place = ['-h', '127.0.0.1', '-p', `${this.#port}`, '-U', 'outreach'];
    const tool = (program, ...options) =>
      run(path.join(this.#bin, program), [...place, ...options], path.dirname(file));
    tool('pg_dump', '-Fc', '-f', file, name);
    return async () => {
      await this.#ask('postgres', `DROP DATABASE ${name} WITH (FORCE)`);
      await this.#ask('postgres', `CREATE DATABASE ${name}`);
      tool('pg_restore', '-d', name, file);
    };
  }

  /** Runs statements in the database of this address, behind the program's back. */
  async run(address, sql) {
    return this.#ask(new URL(address).pathname.slice(1), sql);
  }

  async #ask(database, sql) {
    const client = new pg.Client({ host: '127.0.0.1', port: this.#port, user: 'outreach', database });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(sql)).rows;
    } catch (error) {
      const { exitCode, signalCode } = this.#running;
      throw new Error(`PostgreSQL (${exitCode ?? signalCode ?? 'running'}): ${error.message}; ${this.#said}`);
    } finally {
      await client.end().catch(() => {});
    }
  }

  async close() {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
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
