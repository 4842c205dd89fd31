/**
 * Connection limits of the loopback server: connections without a valid request are counted apart.
 *
 * Shape       A connection is unproven until its first request passes the guard. Above the limit of unproven connections the
 *             oldest one is closed, so that idle connections of other programs never take the place of the terminal's.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  readonly unproven: number;
  readonly proven: number;
}

export interface Connections {
  /** Marks a connection whose request passed the guard; false when the limit is reached and the connection was closed. */
  prove(socket: Socket): boolean;
}

export function limitConnections(server: Server, limits: ConnectionLimits): Connections {
  const unproven = new Set<Socket>();
  const proven = new Set<Socket>();
  server.maxConnections = limits.unproven + limits.proven + 1;
  server.on('connection', (socket: Socket) => {
    unproven.add(socket);
    socket.once('close', () => {
      unproven.delete(socket);
      proven.delete(socket);
    });
    if (unproven.size <= limits.unproven) return;
    for (const oldest of unproven) {
      oldest.destroy();
      unproven.delete(oldest);
      break;
    }
  });
  return {
    prove(socket) {
      if (proven.has(socket)) return true;
      unproven.delete(socket);
      if (proven.size >= limits.proven) {
        socket.destroy();
        return false;
      }
      proven.add(socket);
      return true;
    },
  };
}
