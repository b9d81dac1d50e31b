package wirebed.echo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import wirebed.peer.TaskFailure;

class RequestTest {
  @Test
  void aLineIsReadAsItIsPrinted() {
    String line = "hessian2/caucho interop.Person address=a=b envelope=message";
    Request request = Request.parse(line);
    assertEquals("hessian2/caucho", request.codec());
    assertEquals("interop.Person", request.message());
    assertEquals(Map.of("envelope", "message", "address", "a=b"), request.options());
    assertEquals(line, request.line());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "json/jackson", "json/jackson ", " m", "json/jackson m option"})
  void anotherLineIsNotSupported(String line) {
    assertThrows(TaskFailure.class, () -> Request.parse(line));
  }
}
