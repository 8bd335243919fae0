/** An external broker, as a process that can be killed: `node brokerProcess.ts PORT`. */
import { createServer } from 'node:net';
import { Aedes } from 'aedes';

const broker = await Aedes.createBroker();
const server = createServer((socket) => void broker.handle(socket));
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('ready'));
