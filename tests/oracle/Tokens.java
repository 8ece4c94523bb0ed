import com.sun.tools.javac.file.JavacFileManager;
import com.sun.tools.javac.parser.Scanner;
import com.sun.tools.javac.parser.ScannerFactory;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.util.Context;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Prints PATH, start and end (in UTF-16 units, tab-separated) of each token of javac's scanner. */
class Tokens {
    public static void main(String[] paths) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        Context context = new Context();
        JavacFileManager.preRegister(context);
        ScannerFactory factory = ScannerFactory.instance(context);
        for (String path : paths) {
            String text = new String(Files.readAllBytes(Path.of(path)), StandardCharsets.UTF_8);
            Scanner scanner = factory.newScanner(text, false);
            for (scanner.nextToken(); scanner.token().kind != TokenKind.EOF; scanner.nextToken())
                out.println(path + "\t" + scanner.token().pos + "\t" + scanner.token().endPos);
        }
        out.flush();
    }
}
