/** Loaded before a built child: gives it the `parentPort` of Electron in place of the channel of a forking Node. */
import { EventEmitter } from 'node:events';

const send = process.send.bind(process);
const port = new EventEmitter();
port.postMessage = (message) => send(message);
process.on('message', (data) => port.emit('message', { data, ports: [] }));
process.parentPort = port;
process.send = undefined;
