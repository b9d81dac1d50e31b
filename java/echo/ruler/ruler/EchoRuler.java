package ruler;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import wirebed.interop.People;
import wirebed.interop.Person;

/**
 * What a user would write by hand to echo Persons in protobuf over a socket, with the frames and
 * the buffers of the echo program, and none of its classes.
 */
public final class EchoRuler {
  private static final int BUFFER = 1 << 14;

  private final DataInputStream in;
  private final DataOutputStream out;

  private EchoRuler(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
  }

  public static void main(String[] words) throws Exception {
    if (words[0].equals("serve")) {
      serve();
    } else {
      int count = Integer.parseInt(words[2]);
      List<Person> people = People.parseFrom(Files.readAllBytes(Path.of(words[3]))).getPeopleList();
      try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(words[1]))) {
        EchoRuler ruler = new EchoRuler(socket);
        ruler.ask(people, count / 5);
        System.out.println(ruler.ask(people, count));
      }
    }
  }

  private static void serve() throws IOException {
    ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    System.out.println("ready " + server.getLocalPort());
    Thread connections = new Thread(() -> answer(server));
    connections.setDaemon(true);
    connections.start();
    while (System.in.read() >= 0) {}
  }

  private static void answer(ServerSocket server) {
    while (true) {
      try (Socket socket = server.accept()) {
        EchoRuler ruler = new EchoRuler(socket);
        while (true) {
          ruler.write(ruler.read());
        }
      } catch (EOFException e) {
        // The client has closed the connection.
      } catch (IOException e) {
        e.printStackTrace();
      }
    }
  }

  private double ask(List<Person> people, int count) throws IOException {
    long nanos = 0;
    for (int i = 0; i < count; i++) {
      Person person = people.get(i % people.size());
      long start = System.nanoTime();
      write(person);
      Person received = read();
      nanos += System.nanoTime() - start;
      if (!received.equals(person)) {
        throw new IllegalStateException("another person came back");
      }
    }
    return nanos / 1e9;
  }

  private void write(Person person) throws IOException {
    byte[] wire = person.toByteArray();
    out.writeInt(wire.length);
    out.write(wire);
    out.flush();
  }

  private Person read() throws IOException {
    byte[] wire = new byte[in.readInt()];
    in.readFully(wire);
    return Person.parseFrom(wire);
  }
}
